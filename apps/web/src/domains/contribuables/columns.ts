import { PAGES } from '@octroi/contract/pages';
import { contribuableColumns } from '@octroi/contract/contribuables/columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

export { placeText } from '@octroi/contract/platform/listing/columns';

/** The taxpayer list on screen. */
export const COLUMNS = withLinks(contribuableColumns, {
  numKlis: ({ id }) => linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
});
