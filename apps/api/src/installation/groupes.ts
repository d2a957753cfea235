/** Groups (roles) and their permissions. Super Admin has every right by its name; its permissions only show it. */
import {
  GROUPE,
  type ScreenModule,
  type Permission,
  PERMISSIONS,
  type Resource,
  type ScreenKey,
} from '@octroi/contract';
import * as resources from '@octroi/contract/resources';
import { type Navigation, NAVIGATIONS } from './navigations.ts';

export const GROUPE_ID = {
  superAdmin: 1,
  adminNta: 2,
  administrateur: 3,
  gestionnaire: 4,
  consultation: 5,
  controleur: 6,
  caissier: 7,
  comptable: 8,
  regisseur: 9,
} as const;

/** Screens whose resources belong to no collectivité: only Super Admin writes them. */
const DECLARED: Resource[] = Object.values(resources);
const namesEntite = ({ fields }: Resource): boolean => 'entite' in fields || 'entites' in fields;
const OWNED = new Set<ScreenKey>(DECLARED.filter(namesEntite).map(({ screen }) => screen));
const COMMUNS = new Set<ScreenKey>(
  DECLARED.map(({ screen }) => screen).filter((screen) => !OWNED.has(screen)),
);
/** Screens for the operator, not for collectivités. */
const EXPLOITATION: ReadonlySet<ScreenKey> = new Set(['sauvegardes']);
const SUIVI: readonly ScreenModule[] = [
  'Pilotage',
  'Collectivité',
  'Restes à recouvrer',
  'Statistiques',
  'Impressions',
];

const READING: readonly Permission[] = ['Lister', 'Voir', 'Exporter'];

type Grants = (navigation: Pick<Navigation, 'cle' | 'module'>) => readonly Permission[];

interface GroupeSource {
  id: number;
  nom: string;
  description: string;
  grants: Grants;
}

const administrateur: Grants = ({ cle }) => {
  if (EXPLOITATION.has(cle)) return [];
  if (!COMMUNS.has(cle)) return PERMISSIONS;
  return cle === 'roles' ? [] : READING;
};

const SOURCES: readonly GroupeSource[] = [
  {
    id: GROUPE_ID.superAdmin,
    nom: GROUPE.superAdmin,
    description: 'Toute la plateforme',
    grants: () => PERMISSIONS,
  },
  {
    id: GROUPE_ID.adminNta,
    nom: GROUPE.adminNta,
    description: 'Équipe NTA : toutes les collectivités confiées',
    grants: ({ cle }) => {
      if (EXPLOITATION.has(cle)) return [];
      return COMMUNS.has(cle) ? READING : PERMISSIONS;
    },
  },
  {
    id: GROUPE_ID.administrateur,
    nom: 'Administrateur',
    description: "Administrateur d'une collectivité",
    grants: administrateur,
  },
  {
    id: GROUPE_ID.gestionnaire,
    nom: 'Gestionnaire',
    description: 'Responsable du recouvrement : enrôlements, paiements, statistiques',
    grants: ({ cle, module }) => {
      if (module === 'Administration' || COMMUNS.has(cle)) return [];
      if (module === 'Configurations') return ['Lister', 'Voir'];
      // the accountant records the bank's decisions
      return PERMISSIONS.filter((permission) => permission !== 'Supprimer' && permission !== 'Rejeter');
    },
  },
  {
    id: GROUPE_ID.consultation,
    nom: 'Consultation',
    description: 'Lecture seule',
    grants: ({ cle, module }) => {
      if (SUIVI.includes(module)) return READING;
      return module === 'Configurations' && !COMMUNS.has(cle) ? ['Lister', 'Voir'] : [];
    },
  },
  {
    id: GROUPE_ID.controleur,
    nom: 'Contrôleur',
    description: 'Correction et validation des enrôlements',
    grants: ({ cle, module }) => {
      if (['contribuables', 'enrollements', 'equipements'].includes(cle)) {
        return ['Lister', 'Voir', 'Modifier', 'Valider', 'Exporter'];
      }
      return SUIVI.includes(module) ? READING : [];
    },
  },
  {
    id: GROUPE_ID.caissier,
    nom: 'Caissier',
    description: 'Encaissement et impressions',
    grants: ({ cle, module }) => {
      if (cle === 'transactions') return ['Lister', 'Voir', 'Créer', 'Exporter', 'Émettre'];
      if (cle === 'guichet') return ['Voir', 'Annuler'];
      if (cle === 'ma-caisse' || cle === 'ventes-valeurs') return PERMISSIONS;
      if (cle === 'contribuables') return [...READING, 'Émettre'];
      if (module === 'Impressions') return READING;
      return [];
    },
  },
  {
    id: GROUPE_ID.comptable,
    nom: 'Comptable',
    description: 'Comptable de rattachement : versements reçus, chèques confirmés ou rejetés',
    grants: ({ cle, module }) => {
      if (cle === 'transactions') return [...READING, 'Valider', 'Rejeter', 'Émettre'];
      if (cle === 'versements') return [...READING, 'Valider'];
      if (cle === 'contribuables' || cle === 'sessions-caisse' || cle === 'ecarts') return READING;
      return module === 'Impressions' ? READING : [];
    },
  },
  {
    id: GROUPE_ID.regisseur,
    nom: 'Régisseur',
    description: 'Régie : versements reçus des caissiers, caisses contrôlées, versements au comptable',
    grants: ({ cle, module }) => {
      if (cle === 'ma-caisse' || cle === 'sessions-caisse' || cle === 'valeurs-inactives') return PERMISSIONS;
      if (cle === 'versements') return [...READING, 'Valider', 'Émettre'];
      if (cle === 'ecarts') return [...READING, 'Modifier', 'Valider'];
      if (cle === 'contribuables' || cle === 'transactions' || cle === 'ventes-valeurs') return READING;
      if (cle === 'regies' || cle === 'mandats' || cle === 'categories-valeurs') return ['Lister', 'Voir'];
      return module === 'Impressions' ? READING : [];
    },
  },
];

interface GroupeSeed {
  id: number;
  nom: string;
  description: string;
  grants: readonly { cle: ScreenKey; nom: Permission }[];
}

/** Only permissions that the screen knows. */
export const GROUPES: readonly GroupeSeed[] = SOURCES.map(({ grants, ...groupe }) => ({
  ...groupe,
  grants: NAVIGATIONS.flatMap((navigation) => {
    const granted = grants(navigation);
    return navigation.permissions
      .filter((permission) => granted.includes(permission))
      .map((nom) => ({ cle: navigation.cle, nom }));
  }),
}));
