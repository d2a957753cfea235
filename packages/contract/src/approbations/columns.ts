/** The columns of the list of approvals. */
import { stateList } from '../platform/listing/columns.ts';
import type { ApprobationRow } from './approbations.ts';
import { NATURES, NATURES_APPROBATION, STATUTS_APPROBATION, STATUTS_APPROBATION_WORDS } from './natures.ts';

const NATURE_LABELS = Object.fromEntries(NATURES.map((nature) => [nature, NATURES_APPROBATION[nature].nom]));

export const approbationList = stateList<ApprobationRow>()(
  {
    createdAt: {
      header: 'Demandée le',
      kind: 'instant',
      value: ({ createdAt }) => createdAt,
      filter: { field: 'appro.createdAt' },
    },
    nature: {
      header: 'Nature',
      value: ({ nature }) => NATURES_APPROBATION[nature].nom,
      filter: {
        field: 'appro.nature',
        type: 'choice',
        values: NATURES,
        labels: NATURE_LABELS,
        sorts: false,
      },
      width: 150,
    },
    objet: {
      header: 'Objet',
      value: ({ objet }) => objet,
      filter: { field: 'appro.objet', sorts: false },
      width: 240,
      primary: true,
    },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: ({ montant }) => montant,
      filter: { field: 'appro.montant' },
    },
    demandeur: {
      header: 'Demandée par',
      value: ({ demandeur }) => demandeur.fullName,
      filter: { field: 'dem.nom', label: 'Nom du demandeur', sorts: false },
      width: 150,
    },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: ({ statut }) => STATUTS_APPROBATION_WORDS[statut],
      filter: {
        field: 'appro.statut',
        values: STATUTS_APPROBATION,
        labels: STATUTS_APPROBATION_WORDS,
        sorts: false,
      },
    },
    expireLe: {
      header: 'Expire le',
      kind: 'instant',
      value: ({ expireLe }) => expireLe,
      filter: { field: 'appro.expireLe' },
    },
    decideur: {
      header: 'Décidée par',
      value: ({ decideur }) => decideur?.fullName,
      width: 150,
    },
    collectivite: {
      header: 'Collectivité',
      value: ({ entite }) => entite.nom,
      filter: { field: 'ent.nom', label: 'Nom de la collectivité', sorts: false },
      width: 140,
    },
  },
  {
    'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
    'dem.id': { type: 'reference', label: 'Demandeur', to: 'users' },
    'appro.aDecider': { type: 'boolean', label: 'À décider par vous' },
  },
);
