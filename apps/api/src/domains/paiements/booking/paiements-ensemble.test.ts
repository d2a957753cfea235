/* Many calls at once: no payment is lost, and none is booked twice. */
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows } from '#src/testing/books.ts';
import { accountOf, addDebtor, collect, newDebtor, pay } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

describe('fifty calls at once', () => {
  it('for the same payment book it once', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const replies = await Promise.all(Array.from({ length: 50 }, () => pay(superadmin, id, 700, {}, 'meme')));
    expect(sorted(replies.map(({ status }) => status))).toEqual([...Array(49).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('for one taxpayer and for many, lose nothing, double nothing, and number without a gap', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 10_000 });
    const others = await Promise.all(
      Array.from({ length: 10 }, () => addDebtor(pool, town, { annee: 2026, montant: 1_000 })),
    );
    const payers = [id, ...others.map((other) => other.id)];
    const clients = Array.from({ length: 50 }, async (_, client) => {
      for (let turn = 0; turn < 4; turn++) {
        // every call is made twice, as by a client that lost the answer
        const payer = client % 2 ? id : (payers[(client + turn) % payers.length] ?? id);
        const once = () => pay(superadmin, payer, 100 + client, {}, `${client}-${turn}`);
        const [one, two] = await Promise.all([once(), once()]);
        expect(sorted([one.status, two.status])).toEqual([200, 201]);
      }
    });
    await Promise.all(clients);
    const [sums] = await queryRows<{ nombre: number; montant: number; recus: number; dernier: string }>(
      pool,
      `select count(*)::int as nombre, sum(montant)::bigint as montant, count(distinct numero_recu)::int as recus, max(numero_recu) as dernier
       from transaction where entite_id = $1`,
      [town.entite],
    );
    expect(sums).toMatchObject({ nombre: 200, montant: 4 * (50 * 100 + (49 * 50) / 2), recus: 200 });
    expect(sums?.dernier).toMatch(/-000200$/);
    expect(await drift(pool, [town.entite])).toEqual([]);
  }, 240_000);

  it('for one or several taxpayers are each booked whole or not at all, whatever is wrong with the others', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 10_000 });
    const others = await Promise.all(
      Array.from({ length: 8 }, () => addDebtor(pool, town, { annee: 2026, montant: 1_000 })),
    );
    const payers = [id, ...others.map((other) => other.id)];
    const of = (index: number): number => payers[index % payers.length] as number;
    const refuse = '?excedent=refuser';
    const good = Array.from({ length: 30 }, (_, client) => {
      const lignes = [[of(client), 10 + client] as const, [of(client + 1 + (client % 3)), 20] as const];
      return () => collect(superadmin, lignes.slice(0, 1 + (client % 2)), {}, `bon-${client}`);
    });
    const calls = [
      ...good,
      ...good,
      ...Array.from(
        { length: 10 },
        (_, client) => () =>
          // the first line could be paid, the second is more than is owed: neither is
          collect(
            superadmin,
            [
              [of(client), 1],
              [of(client + 4), 900_000],
            ],
            {},
            `trop-${client}`,
            refuse,
          ),
      ),
    ];
    const replies = await Promise.all(calls.map((call) => call()));
    expect(sorted(replies.slice(0, 60).map(({ status }) => status))).toEqual([
      ...Array(30).fill(200),
      ...Array(30).fill(201),
    ]);
    for (const { status, body } of replies.slice(60))
      expect([status, body.errors?.[0]?.field]).toEqual([409, 'lignes.1.montant']);
    for (let client = 0; client < 30; client++)
      expect(replies[client + 30]?.body, `call ${client}`).toEqual(replies[client]?.body);
    const [sums] = await queryRows<{
      nombre: number;
      montant: number;
      appels: number;
      recus: number;
      dernier: string;
    }>(
      pool,
      `select count(*)::int as nombre, sum(montant)::bigint as montant, count(distinct encaissement_id)::int as appels,
         count(distinct numero_recu)::int as recus, max(numero_recu) as dernier
       from transaction where entite_id = $1`,
      [town.entite],
    );
    expect(sums).toMatchObject({
      nombre: 45,
      appels: 30,
      recus: 45,
      montant: 30 * 10 + (30 * 29) / 2 + 15 * 20,
    });
    expect(sums?.dernier).toMatch(/-000045$/);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('with one key for different taxpayers book one of them', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const others = await Promise.all(
      Array.from({ length: 5 }, () => addDebtor(pool, town, { annee: 2026, montant: 1_000 })),
    );
    const payers = [id, ...others.map((other) => other.id)];
    const replies = await Promise.all(
      payers.map((payer) => collect(superadmin, [[payer, 300]], {}, 'une-seule')),
    );
    expect(sorted(replies.map(({ status }) => status))).toEqual([201, ...Array(5).fill(409)]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});
