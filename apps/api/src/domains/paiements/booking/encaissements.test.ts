/* An encaissement at the counter is booked whole and once, or not at all. */
import type { Encaissement } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { openPool } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows, queryRow } from '#src/testing/books.ts';
import { accountOf, addDebtor, collect, MOYEN, newDebtor, pay, tillSession } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { encaissementService } from './encaissements.service.ts';

const { url, signIn } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const CHEQUE = { banque: 'BOA', numero: '0012345', tireur: 'Ets Garba' };

describe('an encaissement', () => {
  it('pays the dues of several taxpayers with one sum, gives each a receipt, and tells the change', async () => {
    const { id, town } = await newDebtor(
      pool,
      { annee: 2025, montant: 2_000 },
      { annee: 2026, montant: 3_000 },
    );
    const other = await addDebtor(pool, town, { annee: 2026, montant: 4_000 });
    const { status, body } = await collect(
      superadmin,
      [
        [id, 2_500],
        [other.id, 4_000],
      ],
      { recuEnMain: 10_000 },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payeur: { nom: 'Elhadj Moussa', telephone: '90 11 22 33' },
      montant: 6_500,
      recuEnMain: 10_000,
      rendu: 3_500,
      etat: 'Confirmé',
      moyenPaiement: { id: MOYEN.mairie, nature: 'espèces' },
      sessionCaisse: null,
      createdBy: { username: 'superadmin' },
    });
    expect(body.lignes.map(({ contribuable, montant }) => [contribuable.id, montant])).toEqual([
      [id, 2_500],
      [other.id, 4_000],
    ]);
    expect(new Set(body.lignes.map(({ numeroRecu }) => numeroRecu)).size).toBe(2);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000, 500], avance: 0 });
    expect(await accountOf(pool, other.id)).toEqual({ paye: [4_000], avance: 0 });
    expect((await superadmin.get<Encaissement>(`/v2/encaissements/${body.id}`)).body).toEqual(body);
    const { body: own } = await superadmin.get<{ data: Encaissement[] }>('/v2/encaissements');
    expect(own.data[0]).toEqual(body);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('has its only taxpayer as payer if no other is named, and pays the wanted year first', async () => {
    const { id } = await newDebtor(pool, { annee: 2025, montant: 1_000 }, { annee: 2026, montant: 1_000 });
    const { body } = await collect(superadmin, [[id, 500]], {
      lignes: [{ contribuable: id, montant: 500, annee: 2026 }],
    });
    expect(body.payeur.nom).toBe(body.lignes[0]?.contribuable.fullName);
    expect(await accountOf(pool, id)).toEqual({ paye: [0, 500], avance: 0 });
  });

  describe('under a key that was used', () => {
    /** Of everything that is stored of a call: what it said first, and what it says otherwise. */
    type Alter = [stored: string, first: Record<string, unknown>, other: Record<string, unknown>];
    const cheque = { moyenPaiement: MOYEN.cheque, cheque: CHEQUE };
    const payeur = { nom: 'Hadjia Mariama', telephone: '90 00 00 01' };
    const ALTERED: Alter[] = [
      ['the payer', { payeur }, { payeur: { ...payeur, nom: 'Elhadj Issa' } }],
      ['the payer’s phone', { payeur }, { payeur: { ...payeur, telephone: '90 00 00 02' } }],
      ['the payer, where none was named', {}, { payeur }],
      ['the payer, where none is named', { payeur }, {}],
      ['the method', { moyenPaiement: MOYEN.mairie }, { moyenPaiement: MOYEN.orange }],
      ['what was in hand', { recuEnMain: 1_000 }, { recuEnMain: 2_000 }],
      ['what was in hand, where nothing was said', {}, { recuEnMain: 2_000 }],
      ['the bank', cheque, { ...cheque, cheque: { ...CHEQUE, banque: 'Ecobank' } }],
      ['the cheque’s number', cheque, { ...cheque, cheque: { ...CHEQUE, numero: '0012346' } }],
      ['the drawer', cheque, { ...cheque, cheque: { ...CHEQUE, tireur: 'Ets Sani' } }],
      ['the reference', { noTransaction: 'REF-A' }, { noTransaction: 'REF-B' }],
      ['the reference, where there was none', {}, { noTransaction: 'REF-C' }],
      ['the reference, where there is none', { noTransaction: 'REF-D' }, {}],
    ];
    it.each(ALTERED)('is refused if %s differs', async (_, first, other) => {
      const { id } = await newDebtor(pool, { annee: 2025, montant: 1_000 }, { annee: 2026, montant: 1_000 });
      const taken = await collect(superadmin, [[id, 1_000]], first, `cle-${id}`);
      expect(taken.status).toBe(201);
      const again = await collect(superadmin, [[id, 1_000]], first, `cle-${id}`);
      expect([again.status, again.body.id]).toEqual([200, taken.body.id]);
      const altered = await collect(superadmin, [[id, 1_000]], other, `cle-${id}`);
      expect([altered.status, altered.body.code]).toEqual([409, 'conflit.doublon']);
      expect(await queryRows(pool, 'select from encaissement where id >= $1', [taken.body.id])).toHaveLength(
        1,
      );
    });

    it('is refused if the taxpayer, the amount or the year of a line differs', async () => {
      const { id, town } = await newDebtor(
        pool,
        { annee: 2025, montant: 1_000 },
        { annee: 2026, montant: 1_000 },
      );
      const { id: neighbour } = await addDebtor(pool, town, { annee: 2026, montant: 1_000 });
      const first = await collect(superadmin, [[id, 1_000]], {}, `cle-${id}`);
      const others = [
        [[neighbour, 1_000]],
        [[id, 999]],
        [
          [id, 500],
          [neighbour, 500],
        ],
      ] as const;
      for (const lignes of others)
        expect((await collect(superadmin, lignes, {}, `cle-${id}`)).status).toBe(409);
      const year = { lignes: [{ contribuable: id, montant: 1_000, annee: 2026 }] };
      expect((await collect(superadmin, [[id, 1_000]], year, `cle-${id}`)).status).toBe(409);
      // who was renamed meanwhile sent the same call
      await pool.query("update contribuable set nom = 'Renommé' where id = $1", [id]);
      const again = await collect(superadmin, [[id, 1_000]], {}, `cle-${id}`);
      expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['a sum that its lines do not make', 'montant', { montant: 999 }],
    ['half a franc', 'montant', { montant: 500.5 }],
    ['less in hand than the sum', 'recuEnMain', { recuEnMain: 999 }],
    ['no line', 'lignes', { lignes: [] }],
    ['cash in hand of a transfer', 'recuEnMain', { recuEnMain: 2_000, moyenPaiement: 6 }],
    ['a cheque without its bank', 'cheque', { moyenPaiement: MOYEN.cheque }],
    ['a cheque that is cash', 'cheque', { cheque: CHEQUE }],
    ['the method of refunds', 'moyenPaiement', { moyenPaiement: MOYEN.remboursement }],
    ['an unknown method', 'moyenPaiement', { moyenPaiement: 999 }],
  ])('of %s is refused at its field', async (_, field, more) => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const { status, body } = await collect(superadmin, [[id, 1_000]], more);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    expect(await queryRows(pool, 'select from transaction where contribuable_id = $1', [id])).toEqual([]);
  });

  it('is refused with one taxpayer twice, two collectivités, several taxpayers but no payer, or a disabled method', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const { id: neighbour } = await addDebtor(pool, town, { annee: 2026, montant: 1_000 });
    const { id: stranger } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const of = async (...args: Parameters<typeof collect>) => {
      const { status, body } = await collect(...args);
      return [status, body.errors?.[0]?.field];
    };
    const both = [
      [id, 500],
      [neighbour, 500],
    ] as const;
    expect(await of(superadmin, [both[0], both[0]])).toEqual([400, 'lignes.1.contribuable']);
    expect(await of(superadmin, [both[0], [stranger, 500]])).toEqual([400, 'lignes.1.contribuable']);
    expect(await of(superadmin, both, { payeur: null })).toEqual([400, 'payeur.nom']);
    await pool.query('update moyen_paiement set enabled = false where id = 7');
    expect(await of(superadmin, both, { moyenPaiement: 7 })).toEqual([400, 'moyenPaiement']);
    await pool.query('update moyen_paiement set enabled = true where id = 7');
    // Niamey does not see them
    expect(await of(await signIn('niamey'), both)).toEqual([404, 'lignes.0.contribuable']);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
  });

  it('above what is owed is refused for confirmation, naming the taxpayer if there are several; no line is booked', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const other = await addDebtor(pool, town, { annee: 2026, montant: 1_000 });
    const lignes = [
      [id, 1_000],
      [other.id, 1_500],
    ] as const;
    const { status, body } = await collect(superadmin, lignes, {}, 'k-excess', '?excedent=refuser');
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([
      409,
      'conflit.excedent',
      'lignes.1.montant',
    ]);
    expect(body.message).toContain('Essai : Ce contribuable doit');
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect((await collect(superadmin, lignes, {}, 'k-excess')).status).toBe(201);
    expect(await accountOf(pool, other.id)).toEqual({ paye: [1_000], avance: 500 });
  });

  it('is booked once if it is sent again; its key is refused for another', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const sent = await Promise.all([1, 2, 3].map(() => collect(superadmin, [[id, 1_000]], {}, 'k-once')));
    expect(sent.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    const { status, body } = await collect(superadmin, [[id, 2_000]], {}, 'k-once');
    expect([status, body.code]).toEqual([409, 'conflit.doublon']);
    expect(await accountOf(pool, id)).toEqual({ paye: [1_000], avance: 0 });
  });

  it('with the reference of another payment is refused at that field, and nothing is stored', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const noTransaction = 'BOA-2026-114';
    const mobile = { moyenPaiement: MOYEN.orange, noTransaction };
    expect((await collect(superadmin, [[id, 1_000]], mobile, 'k-first')).status).toBe(201);
    const traces = async () =>
      queryRow(
        pool,
        `select (select count(*) from transaction where entite_id = $1) as transactions,
           (select count(*) from encaissement where entite_id = $1) as encaissements,
           (select count(*) from journal where entite_id = $1) as journal`,
        [town.entite],
      );
    const before = await traces();
    for (const montant of [1_000, 2_000]) {
      const { status, body } = await collect(superadmin, [[id, montant]], mobile);
      expect([status, body.code, body.errors?.[0]?.field]).toEqual([409, 'conflit.doublon', 'noTransaction']);
    }
    expect(await traces()).toEqual(before);
    // the same call anew has the answer of the first
    expect((await collect(superadmin, [[id, 1_000]], mobile, 'k-first')).status).toBe(200);
  });

  it('for the same dues at two counters at once is booked by one; the other must confirm an excess', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const { id: other } = await addDebtor(pool, town, { annee: 2026, montant: 1_000 });
    const lignes = [
      [other, 1_000],
      [id, 1_000],
    ] as const;
    const sent = await Promise.all([
      collect(superadmin, lignes, {}, undefined, '?excedent=refuser'),
      collect(superadmin, lignes.toReversed(), {}, undefined, '?excedent=refuser'),
      pay(superadmin, id, 1_000, {}, undefined),
    ]);
    expect(sent.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(sent.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('by cheque waits, with its bank, number and drawer', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 1_000 });
    const { body } = await collect(superadmin, [[id, 1_000]], {
      moyenPaiement: MOYEN.cheque,
      cheque: CHEQUE,
    });
    expect(body).toMatchObject({ etat: 'Provisoire', cheque: CHEQUE, lignes: [{ numeroRecu: null }] });
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    const transaction = body.lignes[0]?.id;
    // what was handed over together is neither changed nor deleted
    expect((await superadmin.send('PATCH', `/v2/transactions/${transaction}`, { montant: 500 })).status).toBe(
      409,
    );
    expect((await superadmin.send('DELETE', `/v2/transactions/${transaction}`)).status).toBe(409);
    await superadmin.send('PATCH', `/v2/transactions/${transaction}`, { statut: 'Confirmé' });
    const { body: after } = await superadmin.get<Encaissement>(`/v2/encaissements/${body.id}`);
    expect([after.etat, after.lignes[0]?.numeroRecu === null]).toEqual(['Confirmé', false]);
  });

  it('equals the sum of its payments: the database refuses anything else', async () => {
    const { id, town } = await newDebtor(pool);
    const { body } = await collect(superadmin, [[id, 700]]);
    await expect(
      pool.query(
        `insert into encaissement (entite_id, payeur_nom, montant, moyen_paiement_id, created_by_id)
         values ($1, 'Personne', 500, 5, 1)`,
        [town.entite],
      ),
    ).rejects.toThrow('somme de ses paiements');
    for (const act of ['update encaissement set montant = 800', 'delete from encaissement'])
      await expect(pool.query(`${act} where id = $1`, [body.id])).rejects.toThrow('permission denied');
  });

  it('splits any sum among any taxpayers to the franc', { timeout: 60_000 }, async () => {
    const { id, town } = await newDebtor(
      pool,
      { annee: 2025, montant: 1_000 },
      { annee: 2026, montant: 777 },
    );
    const ids = [id];
    for (let more = 0; more < 4; more += 1)
      ids.push((await addDebtor(pool, town, { annee: 2026, montant: 500 * (more + 1) })).id);
    const amounts = fc
      .uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 })
      .chain((who) =>
        fc.tuple(
          fc.constant(who),
          fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 5, maxLength: 5 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(amounts, async ([who, montants]) => {
        const { body } = await collect(
          superadmin,
          who.map((index) => [ids[index] as number, montants[index] as number] as const),
        );
        const { somme } = await queryRow<{ somme: number }>(
          pool,
          `select sum(i.montant)::bigint as somme from imputation i join transaction t on t.entite_id = i.entite_id
             and t.id = i.transaction_id where t.encaissement_id = $1`,
          [body.id],
        );
        expect(somme).toBe(body.montant);
      }),
      { numRuns: 20 },
    );
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});

describe('the till', () => {
  it('is needed for cash only, its error is the reply, and its session stays on the payment', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 5_000 });
    const { id: utilisateur } = await queryRow<{ id: number }>(
      pool,
      "select id from utilisateur where username = 'superadmin'",
    );
    const person = (await findAbsent(db, utilisateur)) as Person;
    const calls: unknown[] = [];
    const of = (session: number | AppError) =>
      encaissementService(db, {
        sessionFor: async (_, { entite, person: who, nature }) => {
          calls.push([entite, who, nature]);
          if (session instanceof AppError) throw session;
          return session;
        },
      });
    const take = (service: ReturnType<typeof of>, moyenPaiement: number) =>
      service.take(
        person,
        { moyenPaiement, montant: 500, lignes: [{ contribuable: id, montant: 500 }] },
        { key: undefined, refuseExcess: false, requestId: 'essai' },
      );
    const closed = of(new AppError('conflit.regle', 'Ouvrez votre caisse.'));
    await expect(take(closed, MOYEN.mairie)).rejects.toThrow('Ouvrez votre caisse.');
    expect((await take(closed, MOYEN.orange)).encaissement.sessionCaisse).toBeNull();
    expect(calls).toEqual([[town.entite, utilisateur, 'espèces']]);
    const session = await tillSession(pool, town.entite, utilisateur);
    const { encaissement } = await take(of(session), MOYEN.mairie);
    expect(encaissement.sessionCaisse).toBe(session);
    const transaction = encaissement.lignes[0]?.id;
    expect(
      await queryRows(pool, 'select session_caisse_id as s from transaction where id = $1', [transaction]),
    ).toEqual([{ s: session }]);
    await expect(
      pool.query('update transaction set session_caisse_id = null where id = $1', [transaction]),
    ).rejects.toThrow('ne changent plus');
  });
});

describe('a payment method', () => {
  const made = async (body: Record<string, unknown>) =>
    superadmin.send<{ id: number; nature: string }>('POST', '/v2/moyen_paiements', body);

  it('has the chosen nature, or the one that follows from whether it waits', async () => {
    expect((await made({ nom: 'Carte prépayée', nature: 'carte', aConfirmer: true })).body.nature).toBe(
      'carte',
    );
    expect((await made({ nom: 'Airtel', aConfirmer: true })).body.nature).toBe('mobile');
    expect((await made({ nom: 'Guichet annexe' })).body.nature).toBe('espèces');
    expect((await made({ nom: 'Troc', nature: 'troc' })).status).toBe(400);
  });

  it('in cash never waits', async () => {
    const both = { nature: 'espèces', aConfirmer: true };
    const { status, body } = await made({ nom: 'Espèces lentes', ...both });
    expect([status, (body as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
      400,
      'aConfirmer',
    ]);
    const { id } = (await made({ nom: 'Caisse deux' })).body;
    expect((await superadmin.send('PATCH', `/v2/moyen_paiements/${id}`, { aConfirmer: true })).status).toBe(
      409,
    );
  });
});
