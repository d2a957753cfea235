/** What the list of enrolments to be validated shows. */
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { ListDefaults } from '#src/ui/list/list-state.ts';

const STATUT = 'contrib.statut';
/** Awaiting validation (specification 2 section 4). */
const WAITING: FilterRow = { column: STATUT, operator: 'in', x: ['Enrolé', 'Corrigé'] };

export const A_VALIDER: ListDefaults = {
  orderBy: 'contrib.createdAt',
  sortOrder: 'desc',
  itemperpage: 100,
  // the person may remove this filter
  filters: [WAITING],
};

/** These filters, limited to what awaits validation whatever statut they name. */
export const waitingOnly = (filters: readonly FilterRow[]): FilterRow[] => [
  WAITING,
  ...filters
    .filter(({ column }) => column !== STATUT)
    .map((row, index) => (index === 0 ? { ...row, connector: 'and' as const } : row)),
];
