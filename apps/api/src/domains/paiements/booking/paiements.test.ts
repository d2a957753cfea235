/* Payments and refunds by the specification's call; the worked examples are those of docs/regles-de-calcul.md. */
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { PASSWORD, testApp, YEAR } from '#src/testing/app.ts';
import { queryRows, queryRow } from '#src/testing/books.ts';
import { accountOf, addDebtor, MOYEN, newDebtor, pay, refund, show } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { tokens } from '#src/testing/people.ts';

const { url, signIn, nobody, callerWith, query } = await testApp();
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const agent = await tokens(nobody, callerWith).enter('agent.terrain', PASSWORD);

describe('a payment', () => {
  it('pays the oldest unpaid échéance first, across years; the rest is an advance of its own year', async () => {
    const { id, town } = await newDebtor(
      pool,
      { annee: 2025, montant: 3_000 },
      { annee: 2026, montant: 5_000 },
      { annee: 2024, montant: 2_000 },
    );
    await pay(superadmin, id, 4_000);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000, 2_000, 0], avance: 0 });
    const { body } = await pay(superadmin, id, 7_500);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000, 3_000, 5_000], avance: 1_500 });
    expect(
      (await show(superadmin, body.id)).imputations.map(({ annee, taxe, montant }) => [
        annee,
        taxe !== null,
        montant,
      ]),
    ).toEqual([
      [2025, true, 1_000],
      [2026, true, 5_000],
      [YEAR, false, 1_500],
    ]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('pays the year that was asked for before any other', async () => {
    const { id } = await newDebtor(
      pool,
      { annee: 2024, montant: 2_000 },
      { annee: 2025, montant: 1_000, periode: 1 },
      { annee: 2025, montant: 1_000, periode: 2 },
    );
    await pay(superadmin, id, 2_500, { annee: 2025 });
    expect(await accountOf(pool, id)).toEqual({ paye: [500, 1_000, 1_000], avance: 0 });
  });

  it('does not pay the dues of a line that was closed', async () => {
    const { id, dues } = await newDebtor(
      pool,
      { annee: 2025, montant: 1_000 },
      { annee: 2026, montant: 1_000 },
    );
    await pool.query('update echeance set closed_at = now() where id = $1', [dues[0]]);
    await pay(superadmin, id, 1_500);
    expect(await accountOf(pool, id)).toEqual({ paye: [0, 1_000], avance: 500 });
  });

  it('is returned with its number, its place, its method, and the operator’s commission apart', async () => {
    const { id, town } = await newDebtor(pool, { annee: YEAR, montant: 1_000 });
    const cash = await pay(superadmin, id, 333, { annee: YEAR, motif: ' Marché ' });
    expect(cash).toMatchObject({
      status: 201,
      body: {
        montant: 333,
        frais: 0,
        net: 333,
        statut: 'Confirmé',
        annee: YEAR,
        motif: 'Marché',
        moyenPaiement: { id: MOYEN.mairie },
        contrib: { id },
        ramification: { id: town.nodes[4] },
        bureauAccepteur: { username: 'superadmin' },
      },
    });
    expect(cash.body.noTransaction).toMatch(/-T\d{7,}$/);
    const mobile = await pay(superadmin, id, 333, { moyenPaiement: MOYEN.orange, noTransaction: 'MP1' });
    // 1.5 % of 333 is 4.995
    expect(mobile.body).toMatchObject({ noTransaction: 'MP1', montant: 333, frais: 5, net: 328 });
  });

  it('leaves its act in the journal', async () => {
    const { id } = await newDebtor(pool);
    const { body } = await pay(superadmin, id, 700);
    expect((await show(superadmin, body.id)).historique).toMatchObject([
      { acte: 'créer', statut: 'Confirmé', utilisateur: { username: 'superadmin' } },
    ]);
  });

  it.each([
    ['nothing', 0],
    ['half a franc', 10.5],
    ['a text', '500'],
    ['more than a milliard', 1_000_000_001],
    ['no amount', undefined],
    ['a negative amount by a method that is no refund', -500],
  ])('of %s is refused', async (_, montant) => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const { status, body } = await pay(superadmin, id, montant);
    expect([status, body.code]).toEqual([400, 'requete.invalide']);
    expect(await queryRows(pool, 'select from transaction where contribuable_id = $1', [id])).toEqual([]);
  });

  it('is refused at its field for an unknown taxpayer, an unknown or disabled method, the method of refunds, or a year without dues', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    expect((await pay(superadmin, 999_999_999, 500)).status).toBe(404);
    for (const contribuable of [undefined, null, 'x', 0, {}])
      expect((await pay(superadmin, id, 500, { contribuable })).status).toBe(400);
    const moyen = (
      await superadmin.send<{ id: number }>('POST', '/v2/moyen_paiements', { nom: 'Fermé', enabled: false })
    ).body.id;
    for (const [field, more] of [
      ['moyenPaiement', { moyenPaiement: 999 }],
      ['moyenPaiement', { moyenPaiement: moyen }],
      ['moyenPaiement', { moyenPaiement: MOYEN.remboursement }],
      ['annee', { annee: 2031 }],
      ['annee', { annee: 26 }],
      ['noTransaction', { noTransaction: ' ' }],
    ] as const) {
      const { status, body } = await pay(superadmin, id, 500, more);
      expect([status, body.errors?.[0]?.field], JSON.stringify(more)).toEqual([400, field]);
    }
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
  });
});

describe('a person who takes a payment', () => {
  const payerOf = async (entite: number): Promise<number> =>
    (
      await queryRow<{ id: number }>(pool, 'select min(id) as id from contribuable where entite_id = $1', [
        entite,
      ])
    ).id;

  it('takes it in his scope only: an agent in his collectivité', async () => {
    const { status, body } = await pay(agent, await payerOf(1), 500);
    expect([status, body.bureauAccepteur?.username]).toEqual([201, 'agent.terrain']);
    expect((await pay(agent, await payerOf(2), 500)).status).toBe(404);
    expect((await pay(await signIn('lecture'), await payerOf(1), 500)).status).toBe(403);
  });

  it('takes it only by the methods that he is attached to', async () => {
    const [{ id: person } = { id: 0 }] = await query<{ id: number }>(
      "select id from utilisateur where username = 'agent.terrain'",
    );
    await query('insert into utilisateur_moyen_paiement values ($1, $2)', [person, MOYEN.cheque]);
    try {
      const { status, body } = await pay(agent, await payerOf(1), 500);
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'moyenPaiement']);
      expect((await pay(agent, await payerOf(1), 500, { moyenPaiement: MOYEN.cheque })).status).toBe(201);
    } finally {
      await query('delete from utilisateur_moyen_paiement where utilisateur_id = $1', [person]);
    }
  });

  it('refunds nothing without the right to confirm', async () => {
    await pay(agent, await payerOf(1), 500);
    expect((await refund(agent, await payerOf(1), 100)).status).toBe(403);
  });
});

describe('a repeated payment', () => {
  it('is booked once if its key or its reference is the same', async () => {
    const { id } = await newDebtor(pool);
    const first = await pay(superadmin, id, 500, {}, 'k-1');
    const again = await pay(superadmin, id, 500, {}, 'k-1');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const referred = await pay(superadmin, id, 500, { noTransaction: 'REF-1' });
    expect((await pay(superadmin, id, 500, { noTransaction: 'REF-1' }, 'k-2')).body.id).toBe(
      referred.body.id,
    );
    expect(await accountOf(pool, id)).toMatchObject({ avance: 1_000 });
  });

  it('with another body under the same key, or another payment under the same reference, is refused', async () => {
    const { id, town } = await newDebtor(pool);
    const other = await addDebtor(pool, town);
    await pay(superadmin, id, 500, { noTransaction: 'REF-2' }, 'k-3');
    for (const { status, body } of [
      await pay(superadmin, id, 501, { noTransaction: 'REF-2' }, 'k-3'),
      await pay(superadmin, other.id, 500, {}, 'k-3'),
      await pay(superadmin, id, 500, { motif: 'Autre', noTransaction: 'REF-2' }, 'k-3'),
      await pay(superadmin, id, 600, { noTransaction: 'REF-2' }),
      await pay(superadmin, other.id, 500, { noTransaction: 'REF-2' }),
    ])
      expect([status, body.code]).toEqual([409, 'conflit.doublon']);
    expect(await accountOf(pool, id)).toMatchObject({ avance: 500 });
  });

  it('with the same key of another person is another payment', async () => {
    const id = (
      await queryRow<{ id: number }>(pool, 'select max(id) as id from contribuable where entite_id = 1')
    ).id;
    const [mine, theirs] = [await pay(superadmin, id, 500, {}, 'k-4'), await pay(agent, id, 500, {}, 'k-4')];
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it.each(['', 'é', 'a b', 'x'.repeat(201)])('needs a key of visible signs (%j)', async (key) => {
    const { id } = await newDebtor(pool);
    expect((await pay(superadmin, id, 500, {}, key)).status).toBe(400);
  });
});

describe('a refund', () => {
  it('takes back the advances, then the latest imputations', async () => {
    const { id, town } = await newDebtor(
      pool,
      { annee: 2025, montant: 3_000 },
      { annee: 2026, montant: 5_000 },
    );
    await pay(superadmin, id, 10_000);
    const { status, body } = await refund(superadmin, id, 2_500);
    expect([status, body.montant, body.statut, body.frais, body.numeroRecu]).toEqual([
      201,
      -2_500,
      'Confirmé',
      0,
      null,
    ]);
    expect(await accountOf(pool, id)).toEqual({ paye: [3_000, 4_500], avance: 0 });
    await refund(superadmin, id, 5_000);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_500, 0], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is limited by what was paid', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    await pay(superadmin, id, 800);
    const { status, body } = await refund(superadmin, id, 801);
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'montant']);
    expect(body.message).toContain('800');
    const both = await Promise.all([refund(superadmin, id, 500), refund(superadmin, id, 500)]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    expect(await accountOf(pool, id)).toEqual({ paye: [300], avance: 0 });
  });

  it.each([
    ['without a reason', { motif: undefined }],
    ['with an empty one', { motif: '  ' }],
    ['by another method', { moyenPaiement: MOYEN.mairie }],
    ['of a year', { annee: 2026 }],
  ])('%s is refused', async (_, more) => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    await pay(superadmin, id, 800);
    const given = { moyenPaiement: MOYEN.remboursement, motif: 'Trop perçu', ...more };
    expect((await pay(superadmin, id, -100, given)).status).toBe(400);
  });
});

describe('receipt numbers', () => {
  it('follow one another in a collectivité and year, without a gap where a payment was refused', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const numbers: (string | null)[] = [];
    for (const montant of [100, 200, 1.5, 300])
      numbers.push((await pay(superadmin, id, montant)).body.numeroRecu);
    await refund(superadmin, id, 50);
    numbers.push((await pay(superadmin, id, 400)).body.numeroRecu);
    const { code } = await queryRow<{ code: string }>(pool, 'select code from entite where id = $1', [
      town.entite,
    ]);
    const recu = (rank: number): string => `${code}-${YEAR}-${String(rank).padStart(6, '0')}`;
    expect(numbers).toEqual([recu(1), recu(2), undefined, recu(3), recu(4)]);
  });

  it('are given when a payment is confirmed, not before', async () => {
    const { id } = await newDebtor(pool);
    const { body } = await pay(superadmin, id, 500, { moyenPaiement: MOYEN.orange });
    expect([body.statut, body.numeroRecu]).toEqual(['En attente de confirmation', null]);
    expect(await accountOf(pool, id)).toEqual({ paye: [], avance: 0 });
    const cash = await pay(superadmin, id, 500);
    expect(cash.body.numeroRecu).toMatch(/-000001$/);
    await superadmin.send('PATCH', `/v2/transactions/${body.id}`, { statut: 'Confirmé' });
    expect((await show(superadmin, body.id)).numeroRecu).toMatch(/-000002$/);
  });
});
