import { PAGES } from '@octroi/contract/pages';
import { equipementColumns } from '@octroi/contract/contribuables/lignes/equipement-columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The equipment list on screen. */
export const COLUMNS = withLinks(equipementColumns, {
  numKlis: ({ contribuable }) => linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
});
