import { PAGES } from '@octroi/contract/pages';
import { enrollementColumns } from '@octroi/contract/contribuables/columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The enrolment list on screen. */
export const COLUMNS = withLinks(enrollementColumns, {
  numKlis: ({ id }) => linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
});
