/** The lists behind the figures by payment method. */
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { type Moyen, MOYEN_KEYS, MOYENS } from '@octroi/contract/pilotage/moyens';
import type { Href } from '#src/platform/address.ts';
import { type Scoped, transactionsOf } from './declaration.ts';

const RECEIVED: FilterRow = { column: 'trans.montant', operator: 'gt', x: '0', connector: 'and' };
const OWN_IDS = MOYEN_KEYS.map((key) => String(MOYENS[key].id));

interface Listed {
  list: (scoped: Scoped) => Href;
}

/** Payments received by some methods. */
export const listOfMoyens = (scoped: Scoped, moyens: readonly Moyen[]): Href =>
  transactionsOf(scoped, [
    { column: 'mp.id', operator: 'in', x: moyens.map((key) => String(MOYENS[key].id)), connector: 'and' },
    RECEIVED,
  ]);

/** Payments received, by method or by any method without its own column; refunds; and all. */
export const LISTS_OF_MOYENS = {
  ...(Object.fromEntries(
    MOYEN_KEYS.map((key): [Moyen, Listed] => {
      const row: FilterRow = { column: 'mp.id', operator: 'eq', x: String(MOYENS[key].id), connector: 'and' };
      return [key, { list: (scoped) => transactionsOf(scoped, [row, RECEIVED]) }];
    }),
  ) as Record<Moyen, Listed>),
  autres: {
    list: (scoped: Scoped) =>
      transactionsOf(scoped, [
        { column: 'mp.id', operator: 'not in', x: OWN_IDS, connector: 'and' },
        RECEIVED,
      ]),
  },
  remboursements: { list: (scoped: Scoped) => transactionsOf(scoped, [{ ...RECEIVED, operator: 'lt' }]) },
  total: { list: (scoped: Scoped) => transactionsOf(scoped) },
};
