import { PAGES } from '@octroi/contract/pages';
import { imputationColumns } from '@octroi/contract/paiements/imputation-columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of imputations on screen. */
export const COLUMNS = withLinks(imputationColumns, {
  contribuable: ({ contrib }) => linkOptions({ to: PAGES.fiche, params: { id: String(contrib.id) } }),
  reference: ({ transaction }) =>
    linkOptions({ to: PAGES.transaction, params: { id: String(transaction.id) } }),
});
