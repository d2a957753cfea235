/** Columns that printed taxpayer lists have beside those on screen (specification 2 section 2.14). */
import type { TableColumn } from '../columns.ts';
import { contribuableColumns } from '../contribuables/columns.ts';
import type { ContribuableRow } from '../contribuables/contribuables.ts';
import { soldeText } from './documents.ts';

export const printedContribuableColumns: readonly TableColumn<ContribuableRow>[] = [
  ...contribuableColumns,
  { id: 'correction', header: 'Date de correction', kind: 'instant', value: (row) => row.correctedAt },
  { id: 'correcteur', header: 'Correcteur', kind: 'text', value: (row) => row.correctedBy?.username },
  {
    id: 'correcteurNom',
    header: 'Nom du correcteur',
    kind: 'text',
    value: (row) => row.correctedBy?.fullName,
  },
  { id: 'validation', header: 'Validé le', kind: 'day', value: (row) => row.validatedAt },
  { id: 'solde', header: 'Situation', kind: 'status', value: (row) => soldeText(row.situation.restant) },
];
