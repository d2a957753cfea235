/* Operators' notifications are stored before anything else, applied once, and left to the office if they cannot be applied. */
import { createHash, createHmac } from 'node:crypto';
import type { EclaircissementRow, NotificationBody, Problem, TransactionTotals } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, OPERATOR_SECRETS, testApp, YEAR } from '#src/testing/app.ts';
import { accountOf, addDebtor, MOYEN, newDebtor, pay, show } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { storeNotification } from './notifications.repository.ts';
import { notificationService } from './notifications.service.ts';

const { url, signIn, nobody, query } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');

let rank = 0;
const news = (noTransaction: string, more: object = {}) => ({
  evenement: `n-${++rank}`,
  noTransaction,
  montant: 700,
  statut: 'Confirmé',
  ...more,
});
function send(body: object, signed = true) {
  const text = JSON.stringify(body);
  const digest = createHmac('sha256', OPERATOR_SECRETS.get(MOYEN.orange) ?? '')
    .update(text)
    .digest('hex');
  return nobody.send<Problem & { id: number; statut: string }>(
    'POST',
    `/v2/moyen_paiements/${MOYEN.orange}/rappel`,
    text,
    { 'content-type': 'application/json', ...(signed ? { 'x-octroi-signature': `sha256=${digest}` } : {}) },
  );
}
/** A taxpayer who owes 1 000, and 700 that wait for Orange Money. */
async function waiting() {
  const owed = await newDebtor(pool, { annee: YEAR, montant: 1_000 });
  const noTransaction = `ORANGE-${++rank}`;
  const { body } = await pay(superadmin, owed.id, 700, { moyenPaiement: MOYEN.orange, noTransaction });
  return { ...owed, payment: body.id, noTransaction };
}
const fail = (id: number) => superadmin.send('PATCH', `/v2/transactions/${id}`, { statut: 'Failed' });
const remove = (id: number) => superadmin.send('DELETE', `/v2/transactions/${id}?motif=Erreur`);
const cases = async (noTransaction: string, caller: Caller = superadmin, etat = 'ouverts') =>
  (
    await caller.get<{ data: EclaircissementRow[] }>(
      `/v2/a_eclaircir?etat=${encodeURIComponent(etat)}&filter[n.reference]=${noTransaction}`,
    )
  ).body.data;
const kept = (noTransaction: string) =>
  query<{ reponse: { statut: number } | null }>(
    "select reponse from notification_operateur where corps ->> 'noTransaction' = $1 order by id",
    [noTransaction],
  );
const act = (id: number, body: object, caller: Caller = superadmin) =>
  caller.send<EclaircissementRow & Problem>('POST', `/v2/a_eclaircir/${id}/reglement`, {
    motif: 'Vu',
    ...body,
  });

describe('a notification', () => {
  it('is stored only if it is signed', async () => {
    const { noTransaction } = await waiting();
    expect((await send(news(noTransaction), false)).status).toBe(401);
    expect(await kept(noTransaction)).toEqual([]);
    expect((await send(news(noTransaction))).status).toBe(200);
    expect(await kept(noTransaction)).toEqual([{ reponse: expect.objectContaining({ statut: 200 }) }]);
  });

  it('sent twenty times at once is applied once, and gets the same reply each time', async () => {
    const { id, town, noTransaction } = await waiting();
    const said = news(noTransaction);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(said)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.statut}`))).toEqual(
      new Set(['200 Confirmé']),
    );
    expect(await kept(noTransaction)).toHaveLength(1);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('that is repeated gets the same reply, even a refusal, and makes one case', async () => {
    const { payment, noTransaction } = await waiting();
    const said = news(noTransaction, { montant: 900 });
    const first = await send(said);
    await superadmin.send('PATCH', `/v2/transactions/${payment}`, { montant: 900 });
    const again = await send(said);
    expect([first.status, again.status, again.body.message]).toEqual([409, 409, first.body.message]);
    expect(await cases(noTransaction)).toHaveLength(1);
  });

  it('of a known event with another content is refused, and the stored one stays', async () => {
    const { noTransaction } = await waiting();
    const said = news(noTransaction);
    expect((await send(said)).status).toBe(200);
    const other = await send({ ...said, statut: 'Failed' });
    expect([other.status, other.body.code]).toEqual([409, 'operateur.contenu']);
    expect(await kept(noTransaction)).toHaveLength(1);
    // the same content spelt in another order is the same
    expect((await send(Object.fromEntries(Object.entries(said).toReversed()))).status).toBe(200);
  });

  it('stored by a server that stopped before applying it is applied by the next call, or by the periodic job', async () => {
    const service = notificationService(db);
    for (const complete of ['call', 'clock'] as const) {
      const { id, noTransaction } = await waiting();
      const body = news(noTransaction) as NotificationBody;
      const empreinte = createHash('sha256').update(JSON.stringify(body)).digest();
      expect(
        await db
          .transaction()
          .execute((trx) => storeNotification(trx, { moyenPaiement: MOYEN.orange, body, empreinte })),
      ).toBe(true);
      expect(await kept(noTransaction)).toEqual([{ reponse: null }]);
      expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
      if (complete === 'call') expect((await send(body)).status).toBe(200);
      else {
        await service.complete();
        expect(await kept(noTransaction), 'a call may be under way').toEqual([{ reponse: null }]);
        await query(
          "update notification_operateur set recue_le = now() - interval '2 minutes' where reponse is null",
        );
        await Promise.all([service.complete(), service.complete()]);
      }
      expect(await kept(noTransaction)).toEqual([{ reponse: expect.objectContaining({ statut: 200 }) }]);
      expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    }
  });
});

describe('a notification that cannot be applied makes a case', () => {
  it.each([
    ['after it failed', 'double', async (payment: number) => void (await fail(payment)), {}],
    ['with another amount', 'montant', async () => undefined, { montant: 900 }],
    ['with a negative amount', 'annulé', async () => undefined, { montant: -700 }],
    [
      'as failed, once it was confirmed',
      'annulé',
      async (_: number, reference: string): Promise<void> => void (await send(news(reference))),
      { statut: 'Failed' },
    ],
    ['after the payment was removed', 'inconnu', async (payment: number) => void (await remove(payment)), {}],
    [
      'after it was confirmed and taken back',
      'double',
      async (payment: number, reference: string) => {
        await send(news(reference));
        await remove(payment);
      },
      {},
    ],
  ] as const)('where the operator says it %s', async (_, nature, before, more) => {
    const { id, town, payment, noTransaction } = await waiting();
    await before(payment, noTransaction);
    const paid = await accountOf(pool, id);
    const { status } = await send(news(noTransaction, more));
    expect(status).toBe(nature === 'inconnu' ? 404 : 409);
    expect(await cases(noTransaction)).toMatchObject([{ nature, reference: noTransaction, acte: null }]);
    expect(await accountOf(pool, id)).toEqual(paid);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('if it names a payment by another method, or payments of several collectivités', async () => {
    const { id } = await waiting();
    const { body: cash } = await pay(superadmin, id, 100);
    expect((await send(news(cash.noTransaction, { montant: 100 }))).status).toBe(404);
    expect(await cases(cash.noTransaction)).toMatchObject([
      { nature: 'inconnu', entite: null, contribuable: null },
    ]);
    const other = await waiting();
    await query('update transaction set no_transaction = $1 where id = $2', [
      `${other.noTransaction}-X`,
      other.payment,
    ]);
    const twin = await waiting();
    await query('update transaction set no_transaction = $1 where id = $2', [
      `${other.noTransaction}-X`,
      twin.payment,
    ]);
    expect((await send(news(`${other.noTransaction}-X`))).status).toBe(404);
  });

  it('but not if it tells the failure of an unknown payment, or repeats what is known', async () => {
    const { payment, noTransaction } = await waiting();
    await send(news('JAMAIS-VU', { statut: 'Failed' }));
    expect(await cases('JAMAIS-VU')).toEqual([]);
    await fail(payment);
    expect((await send(news(noTransaction, { statut: 'Failed' }))).status).toBe(200);
    expect(await cases(noTransaction)).toEqual([]);
  });

  it('which is shown beside its taxpayer, and hidden from another collectivité', async () => {
    const { id, town, payment, noTransaction } = await waiting();
    await fail(payment);
    await send(news(noTransaction));
    const own = await superadmin.get<{ data: EclaircissementRow[] }>(`/v2/a_eclaircir?contribuable=${id}`);
    expect(own.body.data).toMatchObject([{ contribuable: { id }, entite: { id: town.entite } }]);
    const maradi = await signIn('maradi');
    expect(await cases(noTransaction, maradi)).toEqual([]);
    expect((await act(own.body.data[0]?.id ?? 0, { acte: 'écarter' }, maradi)).status).toBe(404);
    const lecture = await signIn('lecture');
    expect((await act(own.body.data[0]?.id ?? 0, { acte: 'écarter' }, lecture)).status).toBe(403);
  });
});

describe('a case', () => {
  /** Waiting, failed, paid in cash, and then the operator confirms it. */
  async function late() {
    const owed = await waiting();
    await fail(owed.payment);
    await pay(superadmin, owed.id, 700);
    expect((await send(news(owed.noTransaction))).status).toBe(409);
    const [open] = await cases(owed.noTransaction);
    return { ...owed, cas: open?.id ?? 0 };
  }
  const toClassify = async (entite: number): Promise<number> =>
    (await superadmin.get<TransactionTotals>(`/v2/transactions/totaux?entite=${entite}&aClasser=1`)).body.net;

  it('of a payment that failed, was paid in cash and then confirmed by its operator is booked for the taxpayer, once', async () => {
    const { id, town, cas, noTransaction } = await late();
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    const once = await act(cas, { acte: 'encaisser', contribuable: id });
    expect([once.status, once.body.message]).toEqual([200, expect.any(String)]);
    const again = await act(cas, { acte: 'encaisser', contribuable: id });
    expect([again.status, again.body.encaisse]).toEqual([200, once.body.encaisse]);
    const booked = await show(superadmin, once.body.encaisse ?? 0);
    expect(booked).toMatchObject({
      montant: 700,
      statut: 'Confirmé',
      bureauAccepteur: null,
      noTransaction: `${noTransaction}-2`,
    });
    expect(booked.numeroRecu).toMatch(/-\d{6}$/);
    expect(await accountOf(pool, id)).toEqual({ paye: [1_000], avance: 400 });
    expect(await cases(noTransaction)).toEqual([]);
    expect((await act(cas, { acte: 'écarter' })).status).toBe(409);
    expect(await drift(pool, [town.entite])).toEqual([]);
    expect(
      await query(
        "select acte, apres ->> 'decision' as decision from journal where ressource = 'a_eclaircir' and enregistrement_id = $1",
        [cas],
      ),
    ).toEqual([{ acte: 'modifier', decision: 'encaisser' }]);
  });

  it('is booked « à classer » if its payer is unknown', async () => {
    const { id, town, cas } = await late();
    const { status, body } = await act(cas, { acte: 'encaisser' });
    expect(status).toBe(200);
    expect(await show(superadmin, body.encaisse ?? 0)).toMatchObject({ aClasser: true, montant: 700 });
    expect(await toClassify(town.entite)).toBe(700);
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
  });

  it('of an unknown collectivité is booked in the one that the person chooses', async () => {
    const { town } = await waiting();
    await send(news('PERDU-1', { montant: 1_200 }));
    const [open] = await cases('PERDU-1');
    const nowhere = await act(open?.id ?? 0, { acte: 'encaisser' });
    expect([nowhere.status, nowhere.body.errors?.[0]?.field]).toEqual([400, 'entite']);
    const { status, body } = await act(open?.id ?? 0, { acte: 'encaisser', entite: town.entite });
    expect([status, body.entite?.id]).toEqual([200, town.entite]);
    expect(await toClassify(town.entite)).toBe(1_200);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('of another amount ends the waiting payment when it is booked; a confirmed one must be taken back first', async () => {
    const { id, town, payment, noTransaction } = await waiting();
    await send(news(noTransaction, { montant: 900 }));
    const [open] = await cases(noTransaction);
    expect((await act(open?.id ?? 0, { acte: 'encaisser', contribuable: id })).status).toBe(200);
    expect((await show(superadmin, payment)).statut).toBe('Failed');
    expect(await accountOf(pool, id)).toEqual({ paye: [900], avance: 0 });

    const counted = await waiting();
    await send(news(counted.noTransaction));
    await send(news(counted.noTransaction, { montant: 900 }));
    const [other] = await cases(counted.noTransaction);
    const first = await act(other?.id ?? 0, { acte: 'encaisser', contribuable: counted.id });
    expect([first.status, first.body.code]).toEqual([409, 'conflit.regle']);
    await remove(counted.payment);
    expect((await act(other?.id ?? 0, { acte: 'encaisser', contribuable: counted.id })).status).toBe(200);
    expect(await accountOf(pool, counted.id)).toEqual({ paye: [900], avance: 0 });
    expect(await drift(pool, [town.entite, counted.town.entite])).toEqual([]);
  });

  it('of money that the operator took back is closed once its payment is taken back, and books nothing', async () => {
    const { id, payment, noTransaction } = await waiting();
    await send(news(noTransaction));
    await send(news(noTransaction, { statut: 'Failed' }));
    const [open] = await cases(noTransaction);
    expect((await act(open?.id ?? 0, { acte: 'encaisser', contribuable: id })).status).toBe(409);
    expect((await act(open?.id ?? 0, { acte: 'rendre' })).status).toBe(409);
    expect((await remove(payment)).status).toBe(204);
    expect((await act(open?.id ?? 0, { acte: 'rendre' })).status).toBe(200);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
  });

  it('is marked as given back by the operator, or dismissed with a reason, and moves no money', async () => {
    for (const acte of ['rendre', 'écarter'] as const) {
      const { id, town, cas, noTransaction } = await late();
      expect((await act(cas, { acte, motif: '' })).status).toBe(400);
      expect((await act(cas, { acte, motif: 'Relevé du 12' })).body).toMatchObject({
        acte,
        note: 'Relevé du 12',
        encaisse: null,
      });
      expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
      expect(await cases(noTransaction, superadmin, 'réglés')).toHaveLength(1);
      expect(await drift(pool, [town.entite])).toEqual([]);
    }
  });

  it('is settled once, even by two persons at the same moment', async () => {
    const { id, town, cas } = await late();
    const { id: other } = await addDebtor(pool, town, { annee: YEAR, montant: 5_000 });
    const replies = await Promise.all([
      act(cas, { acte: 'encaisser', contribuable: id, motif: 'un' }),
      act(cas, { acte: 'encaisser', contribuable: other, motif: 'deux' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [sum] = await query<{ n: number }>(
      "select count(*)::int as n from transaction where entite_id = $1 and cle_idempotence like 'notification:%'",
      [town.entite],
    );
    expect(sum?.n).toBe(1);
  });

  it('booked for one taxpayer is not said to be booked for another, or as unclassified', async () => {
    const { id, town, cas } = await late();
    const { id: other } = await addDebtor(pool, town, { annee: YEAR, montant: 5_000 });
    expect((await act(cas, { acte: 'encaisser', contribuable: id })).status).toBe(200);
    for (const body of [{ contribuable: other }, {}])
      expect((await act(cas, { acte: 'encaisser', ...body })).body.code).toBe('conflit.regle');
    expect((await act(cas, { acte: 'encaisser', contribuable: id })).status).toBe(200);

    const unknown = await late();
    expect((await act(unknown.cas, { acte: 'encaisser' })).status).toBe(200);
    expect((await act(unknown.cas, { acte: 'encaisser', contribuable: unknown.id })).status).toBe(409);
    expect((await act(unknown.cas, { acte: 'encaisser' })).status).toBe(200);
  });

  it('is booked only for a taxpayer of its own collectivité', async () => {
    const { cas } = await late();
    const stranger = await newDebtor(pool, { annee: YEAR, montant: 100 });
    expect((await act(cas, { acte: 'encaisser', contribuable: stranger.id })).status).toBe(400);
    expect((await act(cas, { acte: 'encaisser', contribuable: 999_999_999 })).status).toBe(404);
  });
});
