import { equipementColumns } from '@octroi/contract/contribuables/equipement-columns';
import { withLinks } from '#src/ui/list/columns.ts';

/** The equipment list on screen. */
export const COLUMNS = withLinks(equipementColumns, {
  numKlis: ({ contribuable }) => ({ to: `/contribuables/profile/${contribuable.id}` }),
});
