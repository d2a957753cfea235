/* Payments are confirmed by a person or by their operator, fail, are corrected or taken back. */
import { createHmac } from 'node:crypto';
import type { Transaction } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { OPERATOR_SECRETS, testApp } from '#src/testing/app.ts';
import { queryRows, type Due } from '#src/testing/books.ts';
import {
  accountOf,
  addDebtor,
  type Answer,
  MOYEN,
  newDebtor,
  pay,
  refund,
  show,
} from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn, nobody } = await testApp();
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const niamey = await signIn('niamey');

const DUE: Due = { annee: 2026, montant: 1_000 };
const patch = (id: number, body: object, headers: Record<string, string> = {}) =>
  superadmin.send<Transaction & Answer>('PATCH', `/v2/transactions/${id}`, body, headers);
const remove = (id: number, motif?: string, caller = superadmin) =>
  caller.send<Answer>(
    'DELETE',
    `/v2/transactions/${id}${motif === undefined ? '' : `?motif=${encodeURIComponent(motif)}`}`,
  );

let references = 0;
/** A taxpayer who owes 1 000, and 700 that wait for Orange Money. */
async function waiting() {
  const owed = await newDebtor(pool, DUE);
  const noTransaction = `OM-${++references}`;
  const { body } = await pay(superadmin, owed.id, 700, { moyenPaiement: MOYEN.orange, noTransaction });
  return { ...owed, payment: body, noTransaction };
}

describe('a payment that waits', () => {
  it('counts from its confirmation on, at the place where its taxpayer is then', async () => {
    const { id, town, payment } = await waiting();
    await pool.query('update contribuable set ramification_id = $2 where id = $1', [id, town.nodes[5]]);
    const { status, body } = await patch(payment.id, { statut: 'Confirmé' });
    expect([status, body.statut, body.ramification.id]).toEqual([200, 'Confirmé', town.nodes[5]]);
    expect(body.dateTransaction >= payment.dateTransaction).toBe(true);
    expect(body.historique.map(({ acte }) => acte)).toEqual(['créer', 'confirmer']);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is confirmed once, even by several persons at the same moment', async () => {
    const { id, town, payment } = await waiting();
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() =>
        patch(payment.id, { statut: 'Confirmé' }, { 'if-match': `"${payment.version}"` }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('that failed cannot be confirmed any more', async () => {
    const { id, payment } = await waiting();
    expect((await patch(payment.id, { statut: 'Failed' })).body.statut).toBe('Failed');
    for (const statut of ['Confirmé', 'En attente de confirmation'])
      expect((await patch(payment.id, { statut })).status).toBe(409);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
  });

  it('may be corrected: amount with its commission, taxpayer, method, year, reference', async () => {
    const { town, payment } = await waiting();
    const other = await addDebtor(pool, town, DUE);
    const { status, body } = await patch(payment.id, {
      montant: 1_000,
      contribuable: other.id,
      annee: 2026,
      motif: 'Erreur de saisie',
    });
    expect([status, body.montant, body.frais, body.contrib.id]).toEqual([200, 1_000, 15, other.id]);
    expect((await patch(payment.id, { moyenPaiement: MOYEN.cheque })).body.frais).toBe(0);
    for (const [wrong, field] of [
      [{ montant: -5 }, 'montant'],
      [{ montant: 0 }, 'montant'],
      [{ moyenPaiement: MOYEN.remboursement }, 'moyenPaiement'],
      [{ moyenPaiement: 999 }, 'moyenPaiement'],
      [{ annee: 2031 }, 'annee'],
      [{ contribuable: 999_999_999 }, 'contribuable'],
    ] as const) {
      const reply = await patch(payment.id, wrong);
      expect([reply.status, reply.body.errors?.[0]?.field], JSON.stringify(wrong)).toEqual([400, field]);
    }
    await pay(superadmin, other.id, 100, { noTransaction: 'PRISE-1' });
    expect((await patch(payment.id, { noTransaction: 'PRISE-1' })).status).toBe(409);
  });

  it('may be deleted, and the journal keeps it', async () => {
    const { payment } = await waiting();
    expect((await remove(payment.id)).status).toBe(204);
    expect((await superadmin.get(`/v2/transactions/${payment.id}`)).status).toBe(404);
    const [act] = await queryRows(
      pool,
      "select acte, avant ->> 'montant' as montant from journal where ressource = 'transactions' and enregistrement_id = $1 order by id desc limit 1",
      [payment.id],
    );
    expect(act).toEqual({ acte: 'supprimer', montant: '700' });
  });
});

describe('a confirmed payment', () => {
  it('keeps its amount, taxpayer, method and day; sending the unchanged record changes nothing', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const other = await addDebtor(pool, town, DUE);
    const { body } = await pay(superadmin, id, 700);
    const sentBack = await patch(body.id, body);
    expect([sentBack.status, sentBack.body.version]).toEqual([200, body.version]);
    for (const change of [
      { montant: 701 },
      { contribuable: other.id },
      { moyenPaiement: MOYEN.cheque },
      { dateTransaction: '2026-01-01T00:00:00Z' },
      { annee: 2026 },
      { statut: 'Failed' },
    ])
      expect((await patch(body.id, change)).status, JSON.stringify(change)).toBe(409);
    const noted = await patch(body.id, { motif: 'Vu', noTransaction: `CORRIGE-${body.id}` });
    expect([noted.status, noted.body.motif, noted.body.montant]).toEqual([200, 'Vu', 700]);
  });

  it('is taken back by a reversal with a reason, and stays', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2025, montant: 1_000 }, DUE);
    const first = await pay(superadmin, id, 1_000);
    await pay(superadmin, id, 1_200);
    expect(await accountOf(pool, id)).toEqual({ paye: [1_000, 1_000], avance: 200 });
    expect((await remove(first.body.id)).body.errors?.[0]?.field).toBe('motif');
    expect((await remove(first.body.id, 'Chèque sans provision')).status).toBe(204);
    const original = await show(superadmin, first.body.id);
    const reversal = await show(superadmin, original.extourneePar?.id ?? 0);
    expect(original).toMatchObject({ statut: 'Confirmé', montant: 1_000, numeroRecu: first.body.numeroRecu });
    expect(reversal).toMatchObject({
      montant: -1_000,
      motif: 'Chèque sans provision',
      numeroRecu: null,
      extourneDe: { id: first.body.id },
      moyenPaiement: { id: MOYEN.mairie },
    });
    // what the payment had paid is owed again, and the advance of the other pays of it
    expect(await accountOf(pool, id)).toEqual({ paye: [200, 1_000], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
    expect((await remove(first.body.id, 'Encore')).status).toBe(409);
    expect((await remove(reversal.id, 'Encore')).status).toBe(409);
  });

  it('that was refunded cannot be taken back, but the refund can', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const { body } = await pay(superadmin, id, 700);
    const back = await refund(superadmin, id, 300);
    expect((await remove(body.id, 'Erreur')).status).toBe(409);
    expect((await remove(back.body.id, 'Rendu par erreur')).status).toBe(204);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect((await remove(body.id, 'Erreur')).status).toBe(204);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is taken back only by Super Admin and Admin NTA, one by one or many at once', async () => {
    const [payer] = await queryRows<{ id: number }>(
      pool,
      'select min(id) as id from contribuable where entite_id = 1',
    );
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push((await pay(niamey, payer?.id ?? 0, 500)).body.id);
    expect((await remove(ids[0] ?? 0, 'Erreur', niamey)).status).toBe(403);
    const many = (caller: typeof niamey, body: object) =>
      caller.send<{ total: number; supprimes: number; refuses: { id: number; message: string }[] }>(
        'POST',
        '/v2/transactions/suppression',
        body,
      );
    expect((await many(niamey, { ids, motif: 'Erreur' })).status).toBe(403);
    const admin = await signIn('admin.nta');
    expect((await many(admin, { ids })).body).toMatchObject({ supprimes: 0 });
    const done = await many(admin, { ids: [...ids, 999_999_999], motif: 'Doublons' });
    expect(done.body).toMatchObject({ total: 4, supprimes: 3 });
    expect(done.body.refuses.map((refusal) => refusal.id)).toEqual([999_999_999]);
    expect((await many(admin, { ids, motif: 'Doublons' })).body).toMatchObject({ supprimes: 0 });
    expect(await drift(pool, [1])).toEqual([]);
  });

  it('is taken back as part of a selection of the list', async () => {
    const { town, id } = await newDebtor(pool, DUE);
    for (let n = 0; n < 3; n++) await pay(superadmin, id, 100 + n);
    const query = `entite=[${town.entite}]`;
    const { body } = await superadmin.send<{ token: string; count: number }>('POST', '/v2/selections', {
      resource: 'transactions',
      query,
    });
    expect(body.count).toBe(3);
    await superadmin.send('POST', '/v2/transactions/suppression', { selection: body.token, motif: 'Essai' });
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
  });
});

describe('a notification of an operator', () => {
  let events = 0;
  const call = (
    body: object | string,
    { moyen = 1, secret = OPERATOR_SECRETS.get(1) ?? '', header = '' } = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const signature = header || `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    return nobody.send<{ statut: string; code?: string }>(
      'POST',
      `/v2/moyen_paiements/${moyen}/rappel`,
      text,
      {
        'content-type': 'application/json',
        'x-octroi-signature': signature,
      },
    );
  };
  const news = (noTransaction: string, more: object = {}) => ({
    evenement: `e-${++events}`,
    noTransaction,
    montant: 700,
    statut: 'Confirmé',
    ...more,
  });

  it('confirms a payment once, even if it is repeated', async () => {
    const { id, town, payment, noTransaction } = await waiting();
    const said = news(noTransaction, { frais: 20 });
    for (const body of [said, said, news(noTransaction)])
      expect(await call(body)).toMatchObject({ status: 200, body: { id: payment.id, statut: 'Confirmé' } });
    const confirmed = await show(superadmin, payment.id);
    expect(confirmed).toMatchObject({ statut: 'Confirmé', montant: 700, frais: 20, net: 680 });
    expect(confirmed.numeroRecu).toMatch(/-000001$/);
    expect(confirmed.historique.map(({ acte, utilisateur }) => [acte, utilisateur?.username])).toEqual([
      ['créer', 'superadmin'],
      ['confirmer', undefined],
    ]);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('sent twenty times at once confirms it once', async () => {
    const { id, noTransaction } = await waiting();
    const said = news(noTransaction);
    const replies = await Promise.all(Array.from({ length: 20 }, () => call(said)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
  });

  it('of a failure makes the payment fail, and a later confirmation is refused', async () => {
    const { payment, noTransaction } = await waiting();
    expect((await call(news(noTransaction, { statut: 'Failed' }))).body.statut).toBe('Failed');
    expect((await call(news(noTransaction))).status).toBe(409);
    expect((await show(superadmin, payment.id)).statut).toBe('Failed');
  });

  it('is refused with another amount, for an unknown payment, or one of another method', async () => {
    const { id, payment, noTransaction } = await waiting();
    const { body: cash } = await pay(superadmin, id, 700);
    for (const [body, status] of [
      [news(noTransaction, { montant: 7_000 }), 409],
      [news('INCONNUE'), 404],
      [news(cash.noTransaction), 404],
      [news(noTransaction, { frais: 701 }), 400],
      [news(noTransaction, { statut: 'En attente de confirmation' }), 400],
      [news(noTransaction, { evenement: '' }), 400],
      ['{', 400],
    ] as const)
      expect((await call(body)).status, JSON.stringify(body)).toBe(status);
    expect((await show(superadmin, payment.id)).statut).toBe('En attente de confirmation');
  });

  it('is refused without a signature of this operator over the raw body', async () => {
    const { noTransaction, payment } = await waiting();
    const said = news(noTransaction);
    const signed = createHmac('sha256', OPERATOR_SECRETS.get(1) ?? '')
      .update(JSON.stringify({ ...said, montant: 1 }))
      .digest('hex');
    for (const options of [
      { secret: 'un-autre-secret-long' },
      { header: 'sha256=00' },
      { header: 'x' },
      { header: `sha256=${signed}` },
      { moyen: 7 },
      { moyen: 999 },
    ])
      expect((await call(said, options)).body.code, JSON.stringify(options)).toBe('signature.refusee');
    const unsigned = await nobody.send('POST', '/v2/moyen_paiements/1/rappel', said);
    expect(unsigned.status).toBe(401);
    expect((await show(superadmin, payment.id)).statut).toBe('En attente de confirmation');
  });
});

describe('a payment that was taken back', () => {
  it('is marked in the list and on its page, and the totals count what is left', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const { body: kept } = await pay(superadmin, id, 3000);
    const { body: wrong } = await pay(superadmin, id, 50_000);
    expect((await remove(wrong.id, 'Mauvais montant')).status).toBe(204);
    const place = `entite=${town.entite}&filter[trans.statut][type]=eq&filter[trans.statut][x]=Confirm%C3%A9`;
    const received = `${place}&filter[trans.montant][type]=gt&filter[trans.montant][x]=0`;
    const { body: list } = await superadmin.get<{ data: Transaction[] }>(`/v2/transactions?${place}`);
    expect(list.data.map(({ montant, extourne }) => [montant, extourne])).toEqual(
      expect.arrayContaining([
        [-50_000, 'extourne'],
        [50_000, 'extournée'],
        [3000, null],
      ]),
    );
    const money = { encaisse: 53_000, rendu: -50_000, net: 3000 };
    for (const [query, totals] of [
      [`entite=${town.entite}`, { total_records: 3, montant: 3000, ...money }],
      [received, { total_records: 2, montant: 53_000, ...money }],
      [`${place}&filter[contrib.nbreBetail][type]=is+null`, { total_records: 3, montant: 3000, ...money }],
    ] as const)
      expect((await superadmin.get(`/v2/transactions/totaux?${query}`)).body, query).toEqual(totals);
    expect((await superadmin.get<Transaction>(`/v2/transactions/${kept.id}`)).body.extourne).toBeNull();
    const { body: many } = await superadmin.send<{ extournes: number }>(
      'POST',
      '/v2/transactions/suppression',
      {
        ids: [kept.id],
        motif: 'Aussi',
      },
    );
    expect(many).toMatchObject({ supprimes: 1, extournes: 1 });
  });
});
