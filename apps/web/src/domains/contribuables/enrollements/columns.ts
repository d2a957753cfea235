import { enrollementColumns } from '@octroi/contract/contribuables/columns';
import { withLinks } from '#src/ui/list/columns.ts';

/** The enrolment list on screen. */
export const COLUMNS = withLinks(enrollementColumns, {
  numKlis: ({ id }) => ({ to: `/contribuables/profile/${id}` }),
});
