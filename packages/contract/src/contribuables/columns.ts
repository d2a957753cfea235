/** The columns of the lists whose rows are taxpayers: on screen, printed and reported (specification 2 sections 2.4, 2.10 and 2.14). */
import {
  AGENT,
  AGENT_NOM,
  deciding,
  COLLECTIVITE,
  LOCALISATION,
  stateList,
  viewOf,
} from '../platform/listing/columns.ts';
import { STATUTS_CONTRIBUABLE } from '../constants.ts';
import type { FilterField } from '../platform/listing/filter.ts';
import { etatSolde } from '../platform/values/money.ts';
import { placeFields } from '../territoire/place-fields.ts';
import type { ContribuableRow } from './contribuables.ts';

/** Livestock taxpayers are listed apart, and a chip says so. */
export const betailField = {
  type: 'integer',
  label: 'Bétail',
  without: 'Sans bétail',
  with: 'Bétail seulement',
} as const satisfies FilterField;

export const contribuableList = stateList<ContribuableRow>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.createdAt,
      filter: { field: 'contrib.createdAt', label: "Date d'enrôlement" },
      paper: 8,
    },
    enrole: {
      header: 'Enrôlé le',
      kind: 'day',
      value: (row) => row.createdAt,
      filter: { field: 'contrib.createdAt', label: "Date d'enrôlement" },
      paper: 8,
    },
    heure: { header: 'Heure', kind: 'time', value: (row) => row.createdAt, paper: 7, under: 'date' },
    numKlis: {
      header: 'Numéro',
      value: (row) => row.numKlis,
      filter: { field: 'contrib.numKlis' },
      width: 108,
      grow: 0,
      paper: 10,
      essential: true,
      under: 'fullName',
    },
    fullName: {
      header: 'Nom complet',
      value: (row) => row.fullName,
      filter: { field: 'contrib.fullName' },
      width: 180,
      primary: true,
      paper: 20,
    },
    localisation: LOCALISATION,
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'] } },
    adresse: {
      header: 'Adresse',
      value: (row) => row.adresse,
      filter: { field: 'contrib.adresse' },
      width: 160,
      paper: 14,
    },
    telephone: {
      header: 'Téléphone',
      value: (row) => row.telephone,
      filter: { field: 'contrib.telephone' },
      width: 116,
      grow: 0,
      paper: 10,
    },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.statut,
      filter: { field: 'contrib.statut', values: STATUTS_CONTRIBUABLE },
      width: 106,
      paper: 9,
    },
    bases: {
      header: 'Bases taxables',
      value: (row) => row.bases.join(', '),
      width: 220,
      paper: 30,
    },
    prevu: {
      header: 'Prévu',
      kind: 'amount',
      value: (row) => row.situation.total,
      filter: { field: 'contrib.prevu' },
      paper: 9,
    },
    paye: {
      header: 'Payé',
      kind: 'amount',
      value: (row) => row.situation.payer,
      filter: { field: 'contrib.paye' },
      paper: 9,
    },
    payeExercice: {
      header: 'Payé de l’exercice',
      kind: 'amount',
      value: ({ situation: { payer }, payeExercice = payer }) => payeExercice,
      paper: 10,
    },
    payeAutres: {
      header: 'Payé d’autres exercices',
      kind: 'amount',
      value: ({ situation: { payer }, payeExercice = payer }) => payer - payeExercice,
      paper: 10,
    },
    restant: {
      header: 'Restant',
      kind: 'amount',
      value: (row) => row.situation.restant,
      filter: { field: 'contrib.restant' },
      paper: 9,
    },
    agent: AGENT,
    agentNom: AGENT_NOM,
    correction: {
      header: 'Date de correction',
      kind: 'instant',
      value: (row) => row.correctedAt,
      filter: { field: 'contrib.correctedAt', sorts: false },
      paper: 13,
    },
    correcteur: {
      header: 'Correcteur',
      value: (row) => row.correctedBy?.username,
      width: 130,
      under: 'correcteurNom',
      paper: 12,
    },
    correcteurNom: {
      header: 'Nom du correcteur',
      value: (row) => row.correctedBy?.fullName,
      width: 170,
      paper: 14,
    },
    validation: {
      header: 'Validé le',
      kind: 'day',
      value: (row) => row.validatedAt,
      filter: { field: 'contrib.validatedAt', label: 'Date de validation', sorts: false },
      paper: 8,
    },
    solde: {
      header: 'Situation',
      kind: 'status',
      value: ({ situation: { total, payer } }) => etatSolde(total, payer),
      width: 112,
      paper: 10,
    },
  },
  {
    'contrib.nom': { type: 'text', label: 'Nom' },
    'contrib.prenom': { type: 'text', label: 'Prénom' },
    'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
    'contrib.type': { type: 'choice', label: 'Type', values: ['Personne physique', 'Personne morale'] },
    'contrib.nif': { type: 'text', label: 'NIF' },
    'contrib.numeroPieceIdentite': { type: 'text', label: "N° de pièce d'identité" },
    'contrib.nbreBetail': betailField,
    'contrib.enabled': { type: 'boolean', label: 'Actif' },
    'contrib.updatedAt': { type: 'instant', label: 'Date de modification' },
    ...placeFields,
    'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  },
);

/** The taxpayer list (specification 2 section 2.4). */
export const contribuableColumns = deciding(
  viewOf(contribuableList, [
    'date',
    'heure',
    'numKlis',
    'fullName',
    'localisation',
    'collectivite',
    'telephone',
    'statut',
    'bases',
    'prevu',
    'paye',
    'restant',
    'agent',
    'agentNom',
  ]),
  ['date', 'localisation', 'telephone', 'statut', 'prevu', 'paye', 'restant'],
);

/** The enrolment list (specification 2 section 2.10), which is ordered by fewer columns. */
export const enrollementColumns = deciding(
  viewOf(
    contribuableList,
    [
      'date',
      'heure',
      'numKlis',
      'fullName',
      'localisation',
      'collectivite',
      'statut',
      'bases',
      'prevu',
      'paye',
      'restant',
      'agent',
      'agentNom',
      'correction',
      'correcteur',
      'correcteurNom',
    ],
    {
      numKlis: { header: 'N° contribuable', width: 150 },
      statut: { sorts: false },
      bases: { header: 'Base taxable' },
      prevu: { sorts: false },
      paye: { sorts: false },
      restant: { sorts: false },
    },
  ),
  ['date', 'localisation', 'statut', 'bases', 'restant', 'agentNom'],
);
