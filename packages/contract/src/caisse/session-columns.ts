/** The columns of the list of sessions. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import type { SessionCaisseRow } from './caisse.ts';
import { collectivite, places, regie } from './shared-columns.ts';

/** Width of an amount column, just enough for a million: seven amounts must stay visible. */
const FIGURE = 92;

export const sessionCaisseList = stateList<SessionCaisseRow>()(
  {
    jour: {
      header: 'Jour',
      kind: 'day',
      value: (row) => row.jour,
      filter: { field: 'sc.jour', type: 'day' },
      primary: true,
    },
    ouverte: {
      header: 'Ouverte à',
      kind: 'time',
      value: (row) => row.ouverteLe,
      filter: { field: 'sc.ouverteLe', label: 'Ouverte le' },
      under: 'jour',
    },
    titulaire: {
      header: 'Titulaire',
      value: (row) => row.titulaire.nom,
      filter: { field: 'tit.nom', sorts: false },
      width: 180,
    },
    regie,
    collectivite,
    fonds: {
      header: 'Fonds',
      kind: 'amount',
      value: (row) => row.fonds,
      filter: { field: 'sc.fonds' },
      width: FIGURE,
    },
    recu: {
      header: 'Reçu',
      kind: 'amount',
      value: (row) => row.recu,
      filter: { field: 'sc.recu' },
      width: FIGURE,
    },
    annule: {
      header: 'Annulé',
      kind: 'amount',
      value: (row) => row.annule,
      filter: { field: 'sc.annule' },
      width: FIGURE,
    },
    vendu: {
      header: 'Vendu',
      kind: 'amount',
      value: (row) => row.vendu,
      filter: { field: 'sc.vendu' },
      width: FIGURE,
    },
    attendu: {
      header: 'Attendu',
      kind: 'amount',
      value: (row) => row.attendu,
      filter: { field: 'sc.attendu' },
      width: FIGURE,
    },
    compte: {
      header: 'Compté',
      kind: 'amount',
      value: (row) => row.compte,
      filter: { field: 'sc.compte' },
      width: FIGURE,
    },
    ecart: {
      header: 'Écart',
      kind: 'amount',
      value: (row) => (row.compte === null || row.attendu === null ? null : row.compte - row.attendu),
      filter: { field: 'sc.ecart' },
      width: FIGURE,
    },
    etat: {
      header: 'État',
      kind: 'status',
      value: (row) => (row.fermeeLe === null ? 'Ouverte' : 'Fermée'),
    },
    fermee: {
      header: 'Fermée à',
      kind: 'time',
      value: (row) => row.fermeeLe,
      filter: { field: 'sc.fermeeLe', label: 'Fermée le' },
      under: 'etat',
    },
  },
  places,
);
export const sessionCaisseColumns = deciding(allColumns(sessionCaisseList), [
  'titulaire',
  'recu',
  'attendu',
  'compte',
  'ecart',
  'etat',
]);
