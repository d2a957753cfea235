import { imputationColumns } from '@octroi/contract/paiements/imputation-columns';
import { withLinks } from '#src/ui/list/columns.ts';

/** The list of imputations on screen. */
export const COLUMNS = withLinks(imputationColumns, {
  contribuable: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
  reference: ({ transaction }) => ({ to: `/transactions/${transaction.id}` }),
});
