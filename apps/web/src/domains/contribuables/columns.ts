import { contribuableColumns } from '@octroi/contract/contribuables/columns';
import { withLinks } from '#src/ui/list/columns.ts';

export { placeText } from '@octroi/contract/columns';

/** The taxpayer list on screen. */
export const COLUMNS = withLinks(contribuableColumns, {
  numKlis: ({ id }) => ({ to: `/contribuables/profile/${id}` }),
});
