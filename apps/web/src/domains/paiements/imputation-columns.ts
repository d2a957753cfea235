import { imputationColumns } from '@octroi/contract/paiements/imputation-columns';
import type { ImputationRow } from '@octroi/contract/paiements/imputations';
import { withLook } from '#src/ui/list/columns.ts';

/** The list of imputations on screen. */
export const COLUMNS = withLook<ImputationRow>(imputationColumns, {
  contribuable: {
    href: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
    width: 200,
    primary: true,
  },
  numKlis: { width: 116, grow: 0 },
  localisation: { width: 170 },
  taxe: { width: 200 },
  annee: { width: 92, grow: 0 },
  moyenPaiement: { width: 160 },
  reference: { href: ({ transaction }) => ({ to: `/transactions/${transaction.id}` }), width: 170 },
  agent: { width: 140 },
});
