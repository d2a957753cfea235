import { afterAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows, bill, book, enrol, createTown, impute, outcomeOf } from '#src/testing/books.ts';
import { verify } from './verify.ts';

const { url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
const AVANCES = 'imputations : prises sur une avance';

const findings = async (): Promise<string[]> =>
  (await verify(url, () => undefined))
    .filter(({ check }) => check === AVANCES)
    .map(({ difference }) => difference);

it('reports an échéance from which more advances were taken back than had paid it', async () => {
  const town = await createTown(pool);
  const { id } = await enrol(pool, town, { node: town.nodes[4] });
  const due = await bill(pool, town, id, { annee: 2026, montant: 1000 });
  const part = { annee: 2026, echeance: due };
  const done = await outcomeOf(pool, async (client) => {
    await impute(client, town, await book(client, town, id, { montant: 900 }), { ...part, montant: 900 });
    await impute(client, town, await book(client, town, id, { montant: -400 }), { ...part, montant: -400 });
  });
  expect(done).toBe('done');
  expect(await findings()).toEqual([]);
  await queryRows(pool, 'update imputation set avance = true where echeance_id = $1 and montant < 0', [due]);
  expect(await findings()).toEqual([
    `entite_id ${town.entite}, échéance ${due} : 400 repris de plus que les avances n'ont payé`,
  ]);
});
