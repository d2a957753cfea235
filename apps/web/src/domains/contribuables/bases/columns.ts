import { baseTaxableColumns } from '@octroi/contract/contribuables/base-taxable-columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of taxable bases on screen. */
export const COLUMNS = withLinks(baseTaxableColumns, {
  numKlis: ({ contribuable }) =>
    linkOptions({ to: '/contribuables/profile/$id', params: { id: String(contribuable.id) } }),
});
