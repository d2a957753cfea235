import { PAGES } from '@octroi/contract/pages';
import { transactionColumns } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';

/** The transaction list on screen. */
export const COLUMNS = withLinks<TransactionRow, (typeof transactionColumns)[number]['id']>(
  transactionColumns,
  {
    contribuable: ({ contrib, aClasser }) =>
      aClasser ? null : linkOptions({ to: PAGES.fiche, params: { id: String(contrib.id) } }),
    reference: ({ id }) => linkOptions({ to: PAGES.transaction, params: { id: String(id) } }),
  },
);
