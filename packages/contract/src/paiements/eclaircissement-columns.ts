/** The columns of the list of payments to clear up. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import {
  ACTE_ECLAIRCISSEMENT_WORDS,
  NATURE_ECLAIRCISSEMENT_WORDS,
  NATURES_ECLAIRCISSEMENT,
} from './eclaircissement-words.ts';
import type { EclaircissementRow } from './notifications.ts';

export const eclaircissementList = stateList<EclaircissementRow>()(
  {
    recueLe: {
      header: 'Reçu le',
      kind: 'instant',
      value: (row) => row.recueLe,
      filter: { field: 'n.recueLe' },
    },
    nature: {
      header: 'Nature',
      kind: 'status',
      value: (row) => NATURE_ECLAIRCISSEMENT_WORDS[row.nature],
      filter: {
        field: 'n.nature',
        values: NATURES_ECLAIRCISSEMENT,
        labels: NATURE_ECLAIRCISSEMENT_WORDS,
        sorts: false,
      },
      width: 180,
    },
    reference: {
      header: 'Référence',
      value: (row) => row.reference,
      filter: { field: 'n.reference', identifies: true, sorts: false },
      width: 190,
      primary: true,
    },
    message: { header: 'Pourquoi', value: (row) => row.message, width: 300, paper: 28 },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'n.montant' },
    },
    contribuable: {
      header: 'Contribuable',
      value: (row) => row.contribuable?.fullName,
      filter: { field: 'contrib.fullName', identifies: true, sorts: false },
      width: 190,
    },
    moyen: {
      header: 'Moyen de paiement',
      value: (row) => row.moyenPaiement.nom,
      filter: { field: 'mp.nom', sorts: false },
      width: 160,
    },
    acte: {
      header: 'Ce qui en a été fait',
      value: (row) => row.acte && ACTE_ECLAIRCISSEMENT_WORDS[row.acte],
      width: 160,
    },
    note: { header: 'Motif', value: (row) => row.note, width: 220 },
    regleLe: { header: 'Réglé le', kind: 'instant', value: (row) => row.regleLe },
    reglePar: { header: 'Réglé par', value: (row) => row.reglePar?.nom, width: 160 },
    collectivite: {
      header: 'Collectivité',
      value: (row) => row.entite?.nom,
      filter: { field: 'ent.nom', ...placeFields['ent.nom'], sorts: false },
      across: true,
      width: 150,
      paper: 14,
    },
  },
  {
    'ent.id': placeFields['ent.id'],
    'mp.id': { type: 'reference', label: 'Moyen de paiement', to: 'moyen_paiements' },
  },
);
export const eclaircissementColumns = deciding(allColumns(eclaircissementList), [
  'recueLe',
  'nature',
  'message',
  'contribuable',
  'moyen',
  'montant',
]);
