import { imputationColumns } from '@octroi/contract/paiements/imputation-columns';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of imputations on screen. */
export const COLUMNS = withLinks(imputationColumns, {
  contribuable: ({ contrib }) =>
    linkOptions({ to: '/contribuables/profile/$id', params: { id: String(contrib.id) } }),
  reference: ({ transaction }) =>
    linkOptions({ to: '/transactions/$id', params: { id: String(transaction.id) } }),
});
