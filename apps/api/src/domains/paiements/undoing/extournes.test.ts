/* Removal of confirmed transactions that waits for a second person. */
import type { Approbation, Problem, SuppressionTransactions } from '@octroi/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { query, signIn, url } = await testApp({ thresholds: { acte: 3 } });
const { pool } = openPool(url, () => undefined, 1);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const nta = await signIn('admin.nta');
const niamey = await signIn('niamey');

interface Waiting {
  approbation: { id: number; statut: string };
}
const approve = (by: typeof niamey, id: number) =>
  by.send<Approbation>('POST', `/v2/approbations/${id}/approuver`);
const threshold = (seuil: number, entite = 1) =>
  query('insert into seuil_approbation (entite_id, nature, seuil) values ($1, $2, $3)', [
    entite,
    'extourne',
    seuil,
  ]);

/** Payments of Niamey, each of another taxpayer, that nothing took back yet. */
const payments = async (count: number, entite = 1): Promise<{ id: number; montant: number }[]> =>
  (
    await query<{ id: number; montant: string }>(
      `select distinct on (t.contribuable_id) t.id, t.montant from transaction t where t.entite_id = $1
         and t.statut = 'Confirmé' and t.montant > 0 and not exists (
           select from transaction x where x.contribuable_id = t.contribuable_id and x.montant < 0)
       order by t.contribuable_id, t.id limit $2`,
      [entite, count],
    )
  ).map(({ id, montant }) => ({ id: Number(id), montant: Number(montant) }));
const reversed = async (ids: readonly number[]): Promise<number> =>
  (await query('select from transaction where extourne_de_id = any($1)', [ids])).length;
const remove = <Body = Waiting>(by: typeof niamey, id: number) =>
  by.send<Body>('DELETE', `/v2/transactions/${id}?motif=Erreur`);
const removeMany = <Body = Waiting>(ids: readonly number[], more: object = { motif: 'Erreur' }) =>
  superadmin.send<Body>('POST', '/v2/transactions/suppression', { ids, ...more });
const pending = async (): Promise<number> => {
  const [row] = await query<{ id: number }>(
    `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id)
     select 1, c.id, c.ramification_id, 'A-' || clock_timestamp(), 500, 1 from contribuable c where c.entite_id = 1
     order by c.id desc limit 1 returning id`,
  );
  return Number(row?.id);
};

beforeEach(() => query('truncate exoneration, approbation, commande_dispensee, seuil_approbation'));

it('a payment is taken back once another person approved', async () => {
  await threshold(0);
  const [one = { id: 0, montant: 0 }] = await payments(1);
  const { status, body } = await remove(superadmin, one.id);
  expect([status, await reversed([one.id])]).toEqual([202, 0]);
  const shown = await nta.get<Approbation>(`/v2/approbations/${body.approbation.id}`);
  expect(shown.body).toMatchObject({
    nature: 'extourne',
    montant: one.montant,
    motif: 'Erreur',
    ressource: 'transactions',
    enregistrement: one.id,
    avant: { montant: one.montant, statut: 'Confirmé' },
    apres: { montant: 0, statut: 'Extourné' },
  });
  expect((await approve(niamey, body.approbation.id)).body.statut).toBe('approuvée');
  expect(await reversed([one.id])).toBe(1);
  expect(await drift(pool)).toEqual([]);
});

it('an approved removal fails, with the reason, if the payment was taken back meanwhile', async () => {
  await threshold(0);
  const [one = { id: 0, montant: 0 }] = await payments(1);
  const first = (await remove(superadmin, one.id)).body.approbation.id;
  const second = (await remove(nta, one.id)).body.approbation.id;
  expect(second).not.toBe(first);
  await approve(niamey, first);
  expect((await approve(niamey, second)).body).toMatchObject({
    statut: 'échouée',
    reponse: expect.stringMatching(/^Le paiement \S+ a été annulé depuis la demande\.$/),
  });
  expect(await reversed([one.id])).toBe(1);
});

it('a payment that waits for its confirmation is removed at once, since no money goes back', async () => {
  await threshold(0);
  const id = await pending();
  expect((await remove(niamey, id)).status).toBe(204);
});

it('a payment below the threshold is taken back at once, until their sum reaches it', async () => {
  const all = await payments(3);
  const [one = { id: 0, montant: 0 }, two = one, three = one] = all;
  await threshold(one.montant + two.montant + 1);
  expect((await remove(superadmin, one.id)).status).toBe(204);
  expect((await remove(superadmin, two.id)).status).toBe(204);
  expect((await remove(superadmin, three.id)).status).toBe(202);
  expect(await reversed(all.map(({ id }) => id))).toBe(2);
});

it('many payments make one request for approval, few or not, and are then removed by a job', async () => {
  await threshold(0);
  for (const count of [2, 5]) {
    const ids = (await payments(count)).map(({ id }) => id);
    const { status, body } = await removeMany(ids);
    expect([status, await reversed(ids)]).toEqual([202, 0]);
    expect(await query('select from travail where statut <> $1', ['terminé'])).toEqual([]);
    const shown = await nta.get<Approbation>(`/v2/approbations/${body.approbation.id}`);
    expect(shown.body.avant).toMatchObject({ transactions: count, montant: shown.body.montant });
    expect((await approve(nta, body.approbation.id)).body.statut).toBe('approuvée');
    expect(await reversed(ids)).toBe(count);
  }
  expect(await drift(pool)).toEqual([]);
});

it('of many payments, those that changed meanwhile are left out and listed; the others are removed', async () => {
  await threshold(0);
  const ids = (await payments(5)).map(({ id }) => id);
  const [cancelled = 0, refunded = 0, ...same] = ids;
  const waits = await pending();
  const requested = await removeMany([...ids, waits]);
  const many = requested.body.approbation.id;
  const shown = (await nta.get<Approbation>(`/v2/approbations/${many}`)).body;
  expect([shown.nombreVise, shown.laisses]).toEqual([6, []]);
  const repris = new Map(shown.vise.map(({ id, repris: francs }) => [id, francs]));
  expect([repris.get(waits), [...repris.values()].reduce((sum, one) => sum + one, 0)]).toEqual([
    0,
    shown.montant,
  ]);
  await approve(nta, (await remove(superadmin, cancelled)).body.approbation.id);
  const [payer] = await query<{ id: number }>('select contribuable_id as id from transaction where id = $1', [
    refunded,
  ]);
  const [left] = await query<{ francs: string }>(
    'select sum(montant) as francs from imputation where contribuable_id = $1',
    [payer?.id],
  );
  await superadmin.send('POST', '/v2/contribuables/transactions', {
    contribuable: payer?.id,
    montant: -Number(left?.francs),
    moyenPaiement: 9,
    motif: 'Double paiement',
  });
  await superadmin.send('PATCH', `/v2/transactions/${waits}`, { statut: 'Confirmé' });
  const { body } = await approve(nta, many);
  expect(body.statut).toBe('approuvée');
  expect(body.laisses.map(({ motif }) => motif.replace(/paiement .+ a été/, 'paiement a été'))).toEqual(
    expect.arrayContaining([
      'Le paiement a été annulé depuis la demande.',
      'Le paiement a été remboursé depuis la demande.',
      'Le paiement a été confirmé depuis la demande.',
    ]),
  );
  expect(await reversed(same)).toBe(same.length);
  expect(await reversed([refunded])).toBe(0);
  expect(await drift(pool)).toEqual([]);
});

it('if each of many payments has changed, nothing is removed and the request tells why', async () => {
  await threshold(0);
  const ids = (await payments(4)).map(({ id }) => id);
  const many = (await removeMany(ids)).body.approbation.id;
  for (const id of ids) await approve(nta, (await remove(superadmin, id)).body.approbation.id);
  const { body } = await approve(nta, many);
  expect([body.statut, body.reponse]).toEqual([
    'échouée',
    expect.stringMatching(
      /^Rien de ce qui était demandé ne reste à extourner\. Le paiement \S+ a été annulé/,
    ),
  ]);
  expect(await reversed(ids)).toBe(4);
});

it('many payments below the threshold, or all unconfirmed, are removed at once', async () => {
  const some = await payments(2);
  await threshold(some.reduce((sum, { montant }) => sum + montant, 1));
  const done = await removeMany<SuppressionTransactions>(some.map(({ id }) => id));
  expect([done.status, done.body.travail?.statut]).toEqual([200, 'terminé']);
  expect(await reversed(some.map(({ id }) => id))).toBe(2);
  await query('update seuil_approbation set seuil = 0');
  expect((await removeMany([await pending(), await pending()])).status).toBe(200);
});

it('payments of several collectivités must be removed collectivité by collectivité', async () => {
  await threshold(0, 2);
  const [one] = await payments(1);
  const [other] = await payments(1, 2);
  const { status, body } = await removeMany<Problem>([one?.id ?? 0, other?.id ?? 0]);
  expect([status, body.message]).toMatchObject([
    409,
    expect.stringContaining('collectivité par collectivité'),
  ]);
});
