/** The demonstration's accounts and the field agents of each collectivité. */
import { TYPE_UTILISATEUR } from '@octroi/contract';
import { communautesOf, drawPerson, drawTelephone } from '../personnes/index.ts';
import { Random } from '../random.ts';
import { COLLECTIVITES } from '../territoire/index.ts';
import { GROUPE_ID } from '#src/installation/groupes.ts';

/** Shown to people who try the product; used only in demonstration databases. */
export const MOT_DE_PASSE_DEMO = 'Octroi-2026!';

export interface UtilisateurSeed {
  id: number;
  nom: string;
  prenom: string;
  username: string;
  email: string;
  telephone: string | null;
  enabled: boolean;
  typeId: number;
  groupeId: number | null;
  entites: readonly number[];
  ramifications: readonly number[];
}

const idOfCollectivite = (code: string): number => {
  const found = COLLECTIVITES.find((collectivite) => collectivite.code === code);
  if (!found) throw new Error(`comptes: no collectivité ${code}`);
  return found.id;
};
const NIAMEY = idOfCollectivite('NIA');

/** The arrondissement that the account `plateau` is tied to. */
function departementDuPlateau(): number {
  const nodes = COLLECTIVITES.flatMap(({ ramifications }) => ramifications);
  const quartier = nodes.find((node) => node.entiteId === NIAMEY && node.nom === 'Plateau');
  if (!quartier?.parentId) throw new Error('comptes: no quartier Plateau');
  return quartier.parentId;
}

type Source = Pick<UtilisateurSeed, 'username' | 'nom' | 'prenom' | 'groupeId'> & Partial<UtilisateurSeed>;

const SOURCES: readonly Source[] = [
  { username: 'superadmin', nom: 'Mayaki', prenom: 'Ramatou', groupeId: GROUPE_ID.superAdmin },
  {
    username: 'admin.nta',
    nom: 'Seyni',
    prenom: 'Abdoulaye',
    groupeId: GROUPE_ID.adminNta,
    entites: COLLECTIVITES.map(({ id }) => id),
  },
  {
    username: 'niamey',
    nom: 'Djibo',
    prenom: 'Hadiza',
    groupeId: GROUPE_ID.administrateur,
    entites: [NIAMEY],
  },
  {
    username: 'maradi',
    nom: 'Manzo',
    prenom: 'Laouali',
    groupeId: GROUPE_ID.administrateur,
    entites: [idOfCollectivite('MAR')],
  },
  {
    username: 'plateau',
    nom: 'Kimba',
    prenom: 'Soumana',
    groupeId: GROUPE_ID.gestionnaire,
    ramifications: [departementDuPlateau()],
  },
  {
    username: 'lecture',
    nom: 'Hassane',
    prenom: 'Mariama',
    groupeId: GROUPE_ID.consultation,
    entites: [NIAMEY],
  },
  {
    username: 'agent.terrain',
    nom: 'Harouna',
    prenom: 'Idrissa',
    groupeId: null,
    typeId: TYPE_UTILISATEUR.agent,
    entites: [NIAMEY],
  },
  {
    username: 'inactif',
    nom: 'Saley',
    prenom: 'Ibrahim',
    groupeId: GROUPE_ID.consultation,
    entites: [NIAMEY],
    enabled: false,
  },
];

export const COMPTES: readonly UtilisateurSeed[] = SOURCES.map((source, index) => ({
  id: index + 1,
  email: `${source.username}@octroi.test`,
  telephone: null,
  enabled: true,
  typeId: TYPE_UTILISATEUR.utilisateur,
  entites: [],
  ramifications: [],
  ...source,
}));

/** People of the back office who may correct and validate. */
export const VALIDEURS: Readonly<Record<number, readonly number[]>> = Object.fromEntries(
  COLLECTIVITES.map(({ id }) => [
    id,
    COMPTES.filter(
      (compte) =>
        compte.enabled &&
        compte.typeId === TYPE_UTILISATEUR.utilisateur &&
        (compte.groupeId === GROUPE_ID.administrateur || compte.groupeId === GROUPE_ID.adminNta) &&
        compte.entites.includes(id),
    ).map((compte) => compte.id),
  ]),
);

/** Stable ids of agents start here, so that the accounts keep the small ones. */
const FIRST_AGENT_ID = 1001;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

function buildAgents(): UtilisateurSeed[] {
  const random = new Random(227);
  const usernames = new Set(COMPTES.map(({ username }) => username));
  const agents: UtilisateurSeed[] = [];
  for (const collectivite of COLLECTIVITES) {
    const communautes = communautesOf(collectivite.code);
    const count = collectivite.population > 300_000 ? 10 : collectivite.population > 100_000 ? 8 : 6;
    for (let i = 0; i < count; i++) {
      const { nom, prenom } = drawPerson(random, communautes, 0.3);
      const base = `${plain(prenom).slice(0, 1)}.${plain(nom)}`;
      let username = base;
      for (let n = 2; usernames.has(username); n++) username = `${base}${n}`;
      usernames.add(username);
      agents.push({
        id: FIRST_AGENT_ID + agents.length,
        nom,
        prenom,
        username,
        email: `${username}@octroi.test`,
        telephone: drawTelephone(random),
        enabled: true,
        typeId: TYPE_UTILISATEUR.agent,
        groupeId: null,
        entites: [collectivite.id],
        ramifications: [],
      });
    }
  }
  return agents;
}

export const AGENTS: readonly UtilisateurSeed[] = buildAgents();
