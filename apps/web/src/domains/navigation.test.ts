import { expect, it } from 'vitest';
import * as resources from '@octroi/contract/resources';
import { navigation as fiscalite } from './fiscalite/index.ts';
import { navigation as paiements } from './paiements/index.ts';
import { navigation as territoire } from './territoire/index.ts';

/** The side menu names keys by hand, so that the contract's schemas stay out of the first load: they must agree. */
it('the configuration entries of the side menu carry the navigation keys of the contract', () => {
  const keys = Object.values(resources).map(({ navigation }) => navigation);
  const entries = [...fiscalite, ...paiements, ...territoire].filter(
    ({ group }) => group === 'configurations',
  );
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter(({ navigation }) => !keys.includes(navigation ?? ''))).toEqual([]);
});
