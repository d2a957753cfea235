import { PAGES } from '@octroi/contract/pages';
import { baseTaxableColumns } from '@octroi/contract/contribuables/lignes/base-taxable-columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of taxable bases on screen. */
export const COLUMNS = withLinks(baseTaxableColumns, {
  numKlis: ({ contribuable }) => linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
});
