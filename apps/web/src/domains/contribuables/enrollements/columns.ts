import { enrollementColumns } from '@octroi/contract/contribuables/columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The enrolment list on screen. */
export const COLUMNS = withLinks(enrollementColumns, {
  numKlis: ({ id }) => linkOptions({ to: '/contribuables/profile/$id', params: { id: String(id) } }),
});
