import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Column } from '#src/ui/list/columns.ts';
import { COLUMNS as OF_CONTRIBUABLES } from '../columns.ts';

const wanted = [
  'date',
  'heure',
  'numKlis',
  'fullName',
  'localisation',
  'statut',
  'bases',
  'prevu',
  'paye',
  'restant',
  'agent',
  'agentNom',
];
/** Heads that order this list (specification 2 section 2.10). */
const SORTED = ['date', 'numKlis', 'fullName', 'localisation', 'agent'];
const HEADERS: Readonly<Record<string, string>> = { numKlis: 'N° contribuable', bases: 'Base taxable' };

function ofEnrolment({ sort, ...column }: Column<ContribuableRow>): Column<ContribuableRow> {
  return {
    ...column,
    header: HEADERS[column.id] ?? column.header,
    ...(column.id === 'numKlis' ? { width: 132 } : {}),
    ...(sort && SORTED.includes(column.id) ? { sort } : {}),
  } as Column<ContribuableRow>;
}

/** The columns of the enrolment list: those of the taxpayers', without the telephone, and the correction. */
export const COLUMNS: readonly Column<ContribuableRow>[] = [
  ...wanted.flatMap((id) => OF_CONTRIBUABLES.filter((column) => column.id === id)).map(ofEnrolment),
  { id: 'correction', header: 'Date de correction', kind: 'instant', value: (row) => row.correctedAt },
  {
    id: 'correcteur',
    header: 'Correcteur',
    kind: 'text',
    value: (row) => row.correctedBy?.username,
    width: 130,
  },
  {
    id: 'correcteurNom',
    header: 'Nom du correcteur',
    kind: 'text',
    value: (row) => row.correctedBy?.fullName,
    width: 170,
  },
];
