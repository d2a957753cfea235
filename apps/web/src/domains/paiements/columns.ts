import { transactionColumns } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { withLinks } from '#src/ui/list/columns.ts';

/** The transaction list on screen, over several collectivités. */
export const COLUMNS = withLinks<TransactionRow, (typeof transactionColumns)[number]['id']>(
  transactionColumns,
  {
    contribuable: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
    reference: ({ id }) => ({ to: `/transactions/${id}` }),
  },
);

/** The same within one. */
export const COLUMNS_OF_ENTITE = COLUMNS.filter(({ id }) => id !== 'collectivite');
