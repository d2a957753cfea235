/** The columns of the report of unpaid amounts on a day (specification 2 section 2.14). */
import { COLLECTIVITE, placeText, stateList } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import { betailField, contribuableList } from './columns.ts';
import type { ImpayeRow } from './impayes.ts';

const { numKlis, fullName, localisation, telephone, adresse } = contribuableList.columns;

export const impayeList = stateList<ImpayeRow>()(
  {
    numKlis: { ...numKlis, kind: 'text', value: (row) => row.numKlis, filter: { field: 'contrib.numKlis' } },
    fullName: {
      ...fullName,
      kind: 'text',
      value: (row) => row.fullName,
      filter: { field: 'contrib.fullName' },
    },
    localisation: {
      ...localisation,
      kind: 'text',
      value: (row) => placeText(row.ramification),
      filter: { field: 'ram.nom', label: 'Localisation (nom)' },
    },
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'] } },
    adresse: { ...adresse, kind: 'text', value: (row) => row.adresse, filter: { field: 'contrib.adresse' } },
    telephone: {
      ...telephone,
      kind: 'text',
      value: (row) => row.telephone,
      filter: { field: 'contrib.telephone' },
    },
    depuis: {
      header: 'Impayé depuis',
      kind: 'day',
      value: (row) => row.depuis,
      filter: { field: 'contrib.depuis', type: 'day' },
      paper: 12,
    },
    arrieres: {
      header: 'Arriérés',
      kind: 'amount',
      value: (row) => row.arrieres,
      filter: { field: 'contrib.arrieres' },
      paper: 10,
    },
    exercice: {
      header: 'Exercice',
      kind: 'amount',
      value: (row) => row.exercice,
      filter: { field: 'contrib.exercice' },
      paper: 10,
    },
    exigible: {
      header: 'Total dû',
      kind: 'amount',
      value: (row) => row.exigible,
      filter: { field: 'contrib.exigible' },
      paper: 10,
    },
    aEchoir: {
      header: 'À échoir',
      kind: 'amount',
      value: (row) => row.aEchoir,
      filter: { field: 'contrib.aEchoir' },
      paper: 10,
    },
    attente: {
      header: 'En attente',
      kind: 'amount',
      value: (row) => row.attente,
      filter: { field: 'contrib.attente' },
      paper: 10,
    },
  },
  {
    'contrib.createdAt': { type: 'instant', label: "Date d'enrôlement" },
    'contrib.nbreBetail': betailField,
    ...placeFields,
  },
);
