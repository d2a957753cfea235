import { baseTaxableColumns } from '@octroi/contract/contribuables/base-taxable-columns';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of taxable bases on screen. */
export const COLUMNS = withLinks(baseTaxableColumns, {
  numKlis: ({ contribuable }) => ({ to: `/contribuables/profile/${contribuable.id}` }),
});
