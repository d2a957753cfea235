import { transactionColumns } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { withLook } from '#src/ui/list/columns.ts';

/** The transaction list on screen. */
export const COLUMNS = withLook<TransactionRow>(transactionColumns, {
  contribuable: {
    href: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
    width: 200,
    primary: true,
  },
  numKlis: { width: 116, grow: 0 },
  telephone: { width: 116, grow: 0 },
  localisation: { width: 170 },
  moyenPaiement: { width: 160 },
  reference: { href: ({ id }) => ({ to: `/transactions/${id}` }), width: 170 },
  agent: { width: 140 },
  agentNom: { width: 170 },
});
