/* Money whose payer is unknown counts at no place, but on its own line, until it is given to a taxpayer. */
import type { Dashboard, Problem, Transaction, TransactionRow, TransactionTotals } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { queryRows, queryRow, type Town } from '#src/testing/books.ts';
import { accountOf, addDebtor, MOYEN, newDebtor, pay, refund } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { CHECKS } from '#src/verification/checks.ts';
import { recettesAClasser } from './a-classer.service.ts';
import { bookPayments } from './booking.service.ts';
import { noTill } from './till.ts';

const { url, signIn, query } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const niamey = await signIn('niamey');

const [SUPERADMIN] = await query<{ id: number }>("select id from utilisateur where username = 'superadmin'");
const utilisateurId = SUPERADMIN?.id ?? 0;

/** Books money under « Recettes à classer » as a device does. @returns the transaction */
const setAside = (entiteId: number, montant: number, moyenPaiement: number = MOYEN.mairie): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const contribuable = await recettesAClasser(trx, { entiteId, utilisateurId, requestId: 'essai' });
    const demande = {
      entiteId,
      contribuable,
      montant,
      moyenPaiement,
      noTransaction: null,
      annee: null,
      motif: null,
    };
    const more = { cle: null, refuseExcess: false, agentId: utilisateurId, requestId: 'essai', prise: true };
    const [settled] = await bookPayments(trx, noTill, [{ ...demande, ...more }]);
    return (settled as { id: number }).id;
  });
const give = (caller: Caller, transaction: number, contribuable: number) =>
  caller.send<Transaction & Problem>('POST', `/v2/transactions/${transaction}/reimputation`, {
    contribuable,
    motif: 'Payeur retrouvé',
  });
const read = async <Body>(caller: Caller, address: string): Promise<Body> => {
  const { status, body } = await caller.get<Body>(`/v2/${address}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const totals = (entite: number, aClasser: string): Promise<TransactionTotals> =>
  read(superadmin, `transactions/totaux?entite=${entite}&aClasser=${aClasser}`);
const checks = async (): Promise<string[]> =>
  (
    await Promise.all(
      CHECKS.map(async ({ sql }) =>
        (await queryRows<{ difference: string }>(pool, sql)).map((row) => row.difference),
      ),
    )
  ).flat();

/** The money of a town's places, of « À classer » and of the whole town, each read from its own source. */
async function figures({ entite }: Pick<Town, 'entite'>) {
  const dashboard = await read<Dashboard>(
    superadmin,
    `dashboard/by-entite?entite=${entite}&base=encaissement`,
  );
  const [list, aClasser, parts] = [
    await totals(entite, '0'),
    await totals(entite, '1'),
    await read<{ montant: number }>(superadmin, `imputations/totaux?entite=${entite}`),
  ];
  const all = await queryRow<{ net: number; systeme: number }>(
    pool,
    `select coalesce(sum(t.montant), 0)::int as net, coalesce(sum(t.montant) filter (where c.systeme), 0)::int as systeme
     from transaction t join contribuable c on c.id = t.contribuable_id where t.entite_id = $1 and t.statut = 'Confirmé'`,
    [entite],
  );
  return { dashboard, list, aClasser, parts, all };
}

describe('money to classify', () => {
  it('and the money of all places add up to what came in, whatever is booked, réimputé or taken back', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), montant: fc.integer({ min: 1, max: 3_000 }) }),
      fc.record({ kind: fc.constant('aside' as const), montant: fc.integer({ min: 1, max: 3_000 }) }),
      fc.record({ kind: fc.constant('wait' as const), montant: fc.integer({ min: 1, max: 3_000 }) }),
      fc.record({ kind: fc.constant('give' as const), montant: fc.nat(9) }),
      fc.record({ kind: fc.constant('reverse' as const), montant: fc.nat(9) }),
      fc.record({ kind: fc.constant('refund' as const), montant: fc.integer({ min: 1, max: 500 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { id, town } = await newDebtor(pool, { annee: YEAR, montant: 4_000 });
        const aside: number[] = [];
        for (const { kind, montant } of steps) {
          const chosen = aside[montant % Math.max(1, aside.length)];
          if (kind === 'pay') await pay(superadmin, id, montant);
          else if (kind === 'aside') aside.push(await setAside(town.entite, montant));
          else if (kind === 'wait') await setAside(town.entite, montant, MOYEN.orange);
          else if (kind === 'refund') await refund(superadmin, id, montant);
          else if (chosen !== undefined && kind === 'give') await give(superadmin, chosen, id);
          else if (chosen !== undefined)
            await superadmin.send('DELETE', `/v2/transactions/${chosen}?motif=Erreur`);
        }
        const { dashboard, list, aClasser, parts, all } = await figures(town);
        const { stats, details } = dashboard;
        // one figure for the places: tiles, lines, the list and its parts
        expect(details.reduce((sum, line) => sum + line.paiement, 0)).toBe(stats.paiement);
        expect([list.net, parts.montant]).toEqual([stats.paiement, stats.paiement]);
        // encaissé = payé + à classer
        expect(aClasser.net).toBe(all.systeme);
        expect(stats.paiement + aClasser.net).toBe(all.net);
        // restant and Part NTA follow what taxpayers paid alone
        expect(stats.restant).toBe(stats.prevu - stats.paiement);
        expect(stats.partNta).toBe(Math.round(stats.paiement / 4));
        const rows = await read<{ data: TransactionRow[] }>(
          superadmin,
          `transactions?entite=${town.entite}&aClasser=1`,
        );
        expect(rows.data.reduce((sum, row) => sum + row.montant, 0)).toBe(aClasser.montant);
        const open = await read<{ data: TransactionRow[] }>(
          superadmin,
          `transactions?entite=${town.entite}&aClasser=ouverts`,
        );
        const waiting = open.data.filter(({ statut }) => statut !== 'Confirmé');
        expect(open.data.reduce((sum, row) => sum + row.montant, 0)).toBe(
          aClasser.net + waiting.reduce((sum, row) => sum + row.montant, 0),
        );
        const enrolled = await read<Dashboard>(superadmin, `dashboard/by-entite?entite=${town.entite}`);
        expect(enrolled.stats.contribuables).toBe(1);
        expect(await drift(pool, [town.entite])).toEqual([]);
      }),
      { numRuns: 12 },
    );
    expect(await checks()).toEqual([]);
  }, 240_000);

  it('is réimputé to a taxpayer by a person who may remove payments of the whole collectivité, and pays the dues', async () => {
    const [payer] = await query<{ id: number; town: number }>(
      `select c.id::int from contribuable c join echeance e on e.contribuable_id = c.id
       where c.entite_id = 1 and e.paye < e.montant order by c.id limit 1`,
    );
    const aside = await setAside(1, 300);
    const before = await accountOf(pool, payer?.id ?? 0);
    const { status, body } = await give(niamey, aside, payer?.id ?? 0);
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      aClasser: false,
      montant: 300,
      statut: 'Confirmé',
      remplace: { id: aside },
    });
    expect((await accountOf(pool, payer?.id ?? 0)).paye).not.toEqual(before.paye);
    expect(await read<{ data: TransactionRow[] }>(niamey, 'transactions?aClasser=ouverts')).toMatchObject({
      data: [],
    });
    expect((await give(niamey, aside, payer?.id ?? 0)).status).toBe(409);
  });

  it('counts at no wrong place when it is confirmed, or réimputé while it waits', async () => {
    const { town, id } = await newDebtor(pool, { annee: YEAR, montant: 2_000 });
    const waits = await setAside(town.entite, 700, MOYEN.orange);
    const confirmed = await setAside(town.entite, 400, MOYEN.orange);
    expect(
      (await superadmin.send('PATCH', `/v2/transactions/${confirmed}`, { statut: 'Confirmé' })).status,
    ).toBe(200);
    const named = await superadmin.send<Transaction>('PATCH', `/v2/transactions/${waits}`, {
      contribuable: id,
      statut: 'Confirmé',
    });
    expect(named.body).toMatchObject({ aClasser: false, contrib: { id }, statut: 'Confirmé' });
    const { dashboard, aClasser } = await figures(town);
    expect([dashboard.stats.paiement, aClasser.net]).toEqual([700, 400]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is hidden from persons who see only a part of the collectivité, or another one', async () => {
    const aside = await setAside(1, 250);
    for (const account of ['plateau', 'maradi'] as const) {
      const caller = await signIn(account);
      expect((await caller.get(`/v2/transactions/${aside}`)).status, account).toBe(404);
      for (const kind of ['1', 'ouverts'])
        expect(await read<{ data: unknown[] }>(caller, `transactions?aClasser=${kind}`)).toMatchObject({
          data: [],
        });
      expect(await read<TransactionTotals>(caller, 'transactions/totaux?aClasser=1')).toMatchObject({
        net: 0,
      });
    }
    expect((await niamey.get(`/v2/transactions/${aside}`)).status).toBe(200);
  });

  it('has one record per collectivité, even if several calls need it at once, outside the taxpayers’ number series', async () => {
    const { town } = await newDebtor(pool, { annee: YEAR, montant: 1_000 });
    await Promise.all(Array.from({ length: 4 }, (_, index) => setAside(town.entite, 100 + index)));
    expect(
      await query('select num_klis, nom from contribuable where entite_id = $1 and systeme', [town.entite]),
    ).toEqual([{ num_klis: 'À classer', nom: 'Recettes à classer' }]);
    expect(await addDebtor(pool, town, { annee: YEAR, montant: 10 })).toBeDefined();
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});
