/** The columns of the list of cases. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import type { CasRow } from './cas.ts';
import { ETAT_CAS_WORDS, MOTIF_CAS_WORDS, MOTIFS_CAS, TYPE_COMMANDE_WORDS, TYPES_COMMANDE } from './rules.ts';
import { collectivite } from './shared-columns.ts';

export const casList = stateList<CasRow>()(
  {
    recuLe: { header: 'Reçu le', kind: 'instant', value: (row) => row.recuLe, filter: { field: 'k.recuLe' } },
    motif: {
      header: 'Nature',
      kind: 'status',
      value: (row) => MOTIF_CAS_WORDS[row.motif],
      filter: { field: 'k.motif', values: MOTIFS_CAS, labels: MOTIF_CAS_WORDS, sorts: false },
      width: 180,
    },
    appareil: {
      header: 'Appareil',
      value: (row) => `${row.appareil.code} ${row.appareil.nom}`,
      filter: { field: 'a.nom', sorts: false },
      width: 180,
      primary: true,
    },
    message: { header: 'Pourquoi', value: (row) => row.message, width: 280, paper: 26 },
    contribuable: {
      header: 'Contribuable',
      value: (row) => row.contribuable?.fullName,
      filter: { field: 'contrib.fullName', identifies: true, sorts: false },
      width: 190,
    },
    nomme: {
      header: 'Selon le téléphone',
      value: (row) => row.nomme,
      width: 190,
      under: 'contribuable',
    },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'k.montant' },
    },
    recu: {
      header: 'Reçu',
      value: (row) => row.transaction?.numeroRecu,
      filter: { field: 't.numeroRecu', label: 'Numéro de reçu', identifies: true, sorts: false },
      width: 190,
    },
    type: {
      header: 'Commande',
      value: (row) => TYPE_COMMANDE_WORDS[row.type],
      filter: {
        field: 'k.type',
        type: 'choice',
        values: TYPES_COMMANDE,
        labels: TYPE_COMMANDE_WORDS,
        sorts: false,
      },
      width: 140,
    },
    agent: {
      header: 'Agent',
      value: (row) => row.agent.nom,
      filter: { field: 'ag.nom', sorts: false },
      width: 170,
      under: 'appareil',
    },
    etat: {
      header: 'État',
      value: (row) => ETAT_CAS_WORDS[row.etat],
      width: 100,
      paper: 11,
      under: 'motif',
    },
    regleLe: {
      header: 'Réglé le',
      kind: 'instant',
      value: (row) => row.regleLe,
      filter: { field: 'k.regleLe', sorts: false },
    },
    reglePar: { header: 'Réglé par', value: (row) => row.reglePar?.nom, width: 160 },
    note: { header: 'Ce qui en a été fait', value: (row) => row.note, width: 220 },
    collectivite,
  },
  { 'ent.id': placeFields['ent.id'], 'ag.id': { type: 'reference', label: 'Agent', to: 'users' } },
);
export const casColumns = deciding(allColumns(casList), [
  'recuLe',
  'motif',
  'message',
  'contribuable',
  'montant',
  'agent',
  'etat',
]);
