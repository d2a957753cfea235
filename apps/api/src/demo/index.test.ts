import { expect, it } from 'vitest';
import { loadDemo } from './index.ts';
import { empty, TODAY } from './testing/demo.ts';

it('two first starts at once fill the database once, and both list its accounts', async () => {
  const { query, url } = await empty();
  const options = { contribuables: 40, today: TODAY, log: () => undefined };
  const [one, other] = await Promise.all([loadDemo(url, options), loadDemo(url, options)]);
  expect(one).toContain('superadmin');
  expect(other).toEqual(one);
  expect(await query('select count(*)::int as n from contribuable')).toEqual([{ n: 40 }]);
}, 60_000);
