// Type tests: each `@ts-expect-error` fails the type check if the compiler accepts an invalid address.
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { AnySearch, Href } from './address.ts';

test('an address has the parameters and search of its route', () => {
  const written: Href[] = [
    linkOptions({ to: '/transactions/$id', params: { id: '1' } }),
    linkOptions({ to: '/transactions', search: { page: 2 } }),
    // @ts-expect-error no such screen
    { to: '/transaction' },
    // @ts-expect-error no such parameter
    linkOptions({ to: '/transactions/$id', params: { numero: '1' } }),
    // @ts-expect-error a parameter is missing
    linkOptions({ to: '/transactions/$id' }),
    // @ts-expect-error no such search
    linkOptions({ to: '/transactions', search: { maille: 'aucune' } }),
    // @ts-expect-error a search of another type
    linkOptions({ to: '/transactions', search: { page: 'deux' } }),
  ];
  // @ts-expect-error no screen has this parameter
  const patch: AnySearch = { pge: 2 };
  // @ts-expect-error no such route
  const route = getRouteApi('/shell/transaction');
  // @ts-expect-error a parameter of another route
  const read = (): unknown => getRouteApi('/shell/transactions').useSearch().maille;
  expect([...written, patch, route, read]).toHaveLength(10);
});
