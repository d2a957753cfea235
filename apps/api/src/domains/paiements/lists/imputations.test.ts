import type { ImputationRow, RecettesParTaxe } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { type Account, testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query, nobody } = await testApp();

interface Page {
  data: ImputationRow[];
  meta: { total_records: number };
}
const ask = async <Body = Page>(account: Account, search = '', path = 'imputations') =>
  (await signIn(account)).get<Body>(`/v2/${path}?${search}`);

describe('the list of imputations', () => {
  it('shows what each payment paid, the last first', async () => {
    const { body } = await ask('niamey', 'itemperpage=500');
    const [row] = await query<{ n: number; montant: string }>(
      'select count(*)::int as n, sum(montant) as montant from imputation where entite_id = 1',
    );
    expect(body.meta.total_records).toBe(row?.n);
    const { body: sums } = await ask('niamey', '', 'imputations/totaux');
    expect(sums).toEqual({ total_records: row?.n, montant: Number(row?.montant) });
    const days = body.data.map(({ transaction }) => Date.parse(transaction.dateTransaction));
    expect(days).toEqual(days.toSorted((one, other) => other - one));
  });

  it('shows each part of a payment, and what exceeds all dues as an advance', async () => {
    const caller = await signIn('niamey');
    const [{ id, du } = { id: 0, du: 0 }] = await query<{ id: number; du: number }>(
      `select c.id, (select sum(montant - paye)::int from echeance e where e.contribuable_id = c.id) as du from contribuable c join total_contribuable t on t.entite_id = c.entite_id and t.contribuable_id = c.id
       where c.entite_id = 1 and t.prevu > t.paye limit 1`,
    );
    const count = async (search = ''): Promise<number> =>
      (await ask('niamey', search)).body.meta.total_records;
    const ADVANCES = 'filter[taxe.id][type]=is+null&itemperpage=500';
    const before = [await count(), await count(ADVANCES)] as const;
    const { status, body } = await caller.send<{ id: number }>('POST', '/v2/contribuables/transactions', {
      contribuable: id,
      montant: du + 700,
      moyenPaiement: 5,
    });
    expect(status).toBe(201);
    const { body: list } = await ask('niamey', 'filter[contrib.numKlis][type]=is+not+null&itemperpage=500');
    const parts = list.data.filter(({ transaction }) => transaction.id === body.id);
    expect(parts.reduce((sum, { montant }) => sum + montant, 0)).toBe(du + 700);
    const { body: advances } = await ask('niamey', ADVANCES);
    expect(advances.data.filter(({ transaction }) => transaction.id === body.id)).toMatchObject([
      { taxe: null, periode: null, montant: 700 },
    ]);
    expect([await count(), await count(ADVANCES)]).toEqual([before[0] + parts.length, before[1] + 1]);
  });

  it('filtered by a tax has the sum that the statistic of that tax shows', async () => {
    const year = `from=${YEAR - 1}-01-01&to=${YEAR - 1}-12-31`;
    const { body } = await ask<RecettesParTaxe>('niamey', year, 'statistiques/transactions/par-taxe');
    const [first] = body.data;
    const { body: sums } = await ask<{ montant: number }>(
      'niamey',
      `${year}&betail=0&filter[taxe.id][type]=in&filter[taxe.id][x]=${first?.ids.join()}`,
      'imputations/totaux',
    );
    expect(first?.total).toBeGreaterThan(0);
    expect(sums.montant).toBe(first?.total);
  });

  it('shows nothing from outside the scope, and needs the right to list payments', async () => {
    expect((await ask('maradi', 'filter[ent.id]=1')).body.meta.total_records).toBe(0);
    expect((await ask('maradi', 'entite=1')).body.meta.total_records).toBe(0);
    expect((await nobody.get('/v2/imputations')).status).toBe(401);
    await query(
      `delete from permission where groupe_id = (select groupe_id from utilisateur where username = 'lecture')
       and navigation_id = (select id from navigation where cle = 'transactions')`,
    );
    expect((await ask('lecture')).status).toBe(403);
    expect((await ask('lecture', '', 'imputations/totaux')).status).toBe(403);
  });

  it.each([
    'from=2026-02-02&to=2026-02-01',
    'from=2026-02-30',
    'betail=2',
    'ms=x',
    'direct=2',
    'filter[mot.de.passe]=1',
  ])('is refused for %s', async (search) => {
    expect((await ask('niamey', search)).status).toBe(400);
    expect((await ask('niamey', search, 'imputations/totaux')).status).toBe(400);
  });
});
