/** The columns of the list of versements. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import type { VersementRow } from './caisse.ts';
import { DESTINATION_WORDS, STATUTS_VERSEMENT } from './rules.ts';
import { collectivite, places, regie } from './shared-columns.ts';

export const versementList = stateList<VersementRow>()(
  {
    date: {
      header: 'Déclaré le',
      kind: 'instant',
      value: (row) => row.createdAt,
      filter: { field: 've.createdAt' },
    },
    declarant: {
      header: 'Déclaré par',
      value: (row) => row.declarant.nom,
      filter: { field: 'dec.nom', sorts: false },
      width: 170,
      primary: true,
    },
    destination: {
      header: 'Destination',
      value: (row) => row.destinataire?.nom ?? DESTINATION_WORDS[row.destination],
      width: 170,
    },
    montant: {
      header: 'Déclaré',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 've.montant' },
    },
    recu: { header: 'Reçu', kind: 'amount', value: (row) => row.recu, filter: { field: 've.recu' } },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.statut,
      filter: {
        field: 've.statut',
        type: 'choice',
        values: STATUTS_VERSEMENT,
        sorts: false,
      },
    },
    decidePar: { header: 'Décidé par', value: (row) => row.decidePar?.nom, width: 170 },
    reference: {
      header: 'Référence',
      value: (row) => row.reference,
      filter: { field: 've.reference', sorts: false },
    },
    motif: { header: 'Motif', value: (row) => row.motif, width: 200 },
    regie,
    collectivite,
  },
  places,
);
export const versementColumns = deciding(allColumns(versementList), [
  'date',
  'destination',
  'montant',
  'recu',
  'statut',
]);
