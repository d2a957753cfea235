import { expect, it } from 'vitest';
import type { ListScopeOf } from './resource.ts';

it('accepts only the list parameters of the contract', () => {
  const narrowed = [
    { entite: 1, ms: [2, 3], 'filter[trans.statut]': 'Confirmé' } satisfies ListScopeOf<'transactions'>,
    // @ts-expect-error not a parameter of this list
    { entites: 1 } satisfies ListScopeOf<'transactions'>,
    // @ts-expect-error not one of its values
    { base: 'paiement' } satisfies ListScopeOf<'contribuables'>,
    { whatever: 1 } satisfies ListScopeOf<string>,
  ];
  // the checks above are done by the compiler
  expect(narrowed).toHaveLength(4);
});
