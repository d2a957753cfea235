/* Limits of a payment's amount: above what is owed the person must confirm; above the collectivité's ceiling it is refused. */
import { type Compte, formatDay, type ImpayeRow } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { queryRows } from '#src/testing/books.ts';
import {
  accountOf,
  addDebtor,
  type Answer,
  collect,
  MOYEN,
  newDebtor,
  pay,
  refund,
} from '#src/testing/caisse.ts';
import { fileOf } from '#src/testing/files/files.ts';

const octroi = await testApp();
const { url, signIn } = octroi;
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');

const asking = (contribuable: number, montant: unknown, key?: string, more: object = {}) =>
  superadmin.send<Answer>(
    'POST',
    '/v2/contribuables/transactions?excedent=refuser',
    { contribuable, montant, moyenPaiement: MOYEN.mairie, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const read = (text: string): string => text.replaceAll(/\s+/g, ' ');
const DUE = { annee: 2026, montant: 11_500 };
const MOBILE = { moyenPaiement: MOYEN.orange };
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a payment above what is owed', () => {
  it('is refused with both figures if the call asks for that, and booked otherwise', async () => {
    const { id } = await newDebtor(pool, { annee: 2025, montant: 500 }, { annee: 2026, montant: 11_000 });
    const { status, body } = await asking(id, 500_000, 'une-fois');
    expect([status, body.code]).toEqual([409, 'conflit.excedent']);
    expect(read(body.message)).toContain('doit 11 500 F CFA : 488 500 F CFA de trop');
    expect(await accountOf(pool, id)).toEqual({ paye: [0, 0], avance: 0 });
    const booked = await pay(superadmin, id, 500_000, {}, 'une-fois');
    expect(booked.status).toBe(201);
    expect(await accountOf(pool, id)).toEqual({ paye: [500, 11_000], avance: 488_500 });
    // repeated after a lost reply, it is the same payment and no excess
    const again = await asking(id, 500_000, 'une-fois');
    expect([again.status, again.body.id]).toEqual([200, booked.body.id]);
  });

  it('is any payment of a taxpayer who owes nothing, but neither a payment of what is owed nor a refund', async () => {
    const { id } = await newDebtor(pool, DUE);
    expect((await asking(id, 11_500)).status).toBe(201);
    expect(read((await asking(id, 1)).body.message)).toContain('ne doit rien : 1 F CFA');
    const back = { moyenPaiement: MOYEN.remboursement, motif: 'Trop perçu' };
    expect((await asking(id, -500, undefined, back)).status).toBe(201);
  });

  it('is refused from the first franc above what is owed minus what waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 2 }),
        fc.integer({ min: 1, max: 12_000 }),
        async (dues, waiting, montant) => {
          const { id } = await newDebtor(
            pool,
            ...dues.map((due, rank) => ({ annee: 2024 + rank, montant: due })),
          );
          for (const each of waiting) expect((await pay(superadmin, id, each, MOBILE)).status).toBe(201);
          const owed = sum(dues) - sum(waiting);
          expect((await asking(id, montant)).status).toBe(montant > owed ? 409 : 201);
          expect((await accountOf(pool, id)).avance).toBe(0);
        },
      ),
      { numRuns: 15 },
    );
  });

  it.each([[1.5], ['1500,00'], [-200], [0], [1e12], ['9007199254740993'], [null]])(
    'is no amount at all where %s is given',
    async (montant) => {
      const { id } = await newDebtor(pool, DUE);
      const { status, body } = await asking(id, montant);
      expect([status, body.errors?.length]).not.toEqual([409, undefined]);
      expect(status).toBe(400);
      expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    },
  );
});

describe('a payment that waits for a confirmation', () => {
  const accountOf = async (id: number): Promise<Compte> =>
    (await superadmin.get<Compte>(`/v2/contribuables/${id}/compte`)).body;
  const WAITING = 'doit 11 500 F CFA et 11 500 F CFA attendent déjà';

  it('is shown beside the balance of its taxpayer and does not change it, until it is confirmed or fails', async () => {
    const { id } = await newDebtor(pool, DUE);
    const { body: first } = await pay(superadmin, id, 4000, MOBILE);
    const { body: second } = await pay(superadmin, id, 500, { moyenPaiement: MOYEN.cheque });
    const { attentes, solde } = await accountOf(id);
    expect(attentes).toEqual([
      { montant: 4000, moyenPaiement: first.moyenPaiement.nom, jour: TODAY },
      { montant: 500, moyenPaiement: second.moyenPaiement.nom, jour: TODAY },
    ]);
    expect(solde.aPayer).toBe(11_500);
    const settle = (row: Answer, statut: string) =>
      superadmin.send('PATCH', `/v2/transactions/${row.id}`, { statut });
    expect((await settle(second, 'Failed')).status).toBe(200);
    expect((await accountOf(id)).attentes.map(({ montant }) => montant)).toEqual([4000]);
    expect((await settle(first, 'Confirmé')).status).toBe(200);
    expect(await accountOf(id)).toMatchObject({ attentes: [], solde: { aPayer: 7500 } });
  });

  it('is told with the taxpayer’s name for several taxpayers, and for a réimputation', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const { id: other } = await addDebtor(pool, town, DUE);
    expect((await pay(superadmin, id, 11_500, MOBILE)).status).toBe(201);
    const lignes = [
      [other, 500],
      [id, 11_500],
    ] as const;
    const { status, body } = await collect(superadmin, lignes, {}, undefined, '?excedent=refuser');
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([
      409,
      'conflit.excedent',
      'lignes.1.montant',
    ]);
    expect(read(body.message)).toContain(WAITING);
    const { body: wrong } = await pay(superadmin, other, 11_500);
    const path = `/v2/transactions/${wrong.id}/reimputation`;
    const moved = { contribuable: id, motif: 'Homonyme' };
    const refused = await superadmin.send<Answer>('POST', `${path}?excedent=refuser`, moved);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflit.excedent']);
    expect(read(refused.body.message)).toContain(WAITING);
    // a yes books it all the same, and the waiting one is paid in advance when it comes
    expect((await superadmin.send('POST', path, moved)).status).toBe(200);
  });

  it('counts for a second payment of the same taxpayer at the same moment', async () => {
    const { id } = await newDebtor(pool, DUE);
    const sent = await Promise.all(['premier', 'second'].map((key) => asking(id, 11_500, key, MOBILE)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await accountOf(id)).attentes).toHaveLength(1);
    // sent again after a lost reply, the one that was booked is no excess of itself
    const booked = sent[0]?.status === 201 ? 'premier' : 'second';
    expect((await asking(id, 11_500, booked, MOBILE)).status).toBe(200);
  });

  it('is shown beside what is due in the report of unpaid dues and on every paper', async () => {
    const { id, town } = await newDebtor(pool, {
      annee: YEAR,
      montant: 22_050,
      periode: 1,
      le: `${YEAR}-01-01`,
    });
    expect((await pay(superadmin, id, 50)).status).toBe(201);
    const { body: waiting } = await pay(superadmin, id, 22_000, MOBILE);
    const { body: report } = await superadmin.get<{ data: ImpayeRow[] }>(`/v2/impayes?entite=${town.entite}`);
    expect(report.data).toMatchObject([{ id, exigible: 22_000, attente: 22_000 }]);
    const { body: totals } = await superadmin.get(`/v2/impayes/totaux?entite=${town.entite}`);
    expect(totals).toMatchObject({ exigible: 22_000, attente: 22_000 });
    const [paid] = await queryRows<{ id: number }>(
      pool,
      "select id from transaction where contribuable_id = $1 and statut = 'Confirmé'",
      [id],
    );
    const said = read(
      `En attente de confirmation : 22 000 F CFA, ${waiting.moyenPaiement.nom}, ${formatDay(TODAY)}`,
    );
    const papers = {
      sheet: [`/v2/contribuables/${id}/individuel/pdf`],
      notice: [`/v2/contribuables/${id}/avis`, {}],
      receipt: [`/v2/transactions/${paid?.id}/recu`, {}],
      statement: ['/v2/contribuables/releve-impaye', { generate: true, entite: town.entite }],
    } as const;
    for (const [paper, [url, body]] of Object.entries(papers)) {
      const { status, bytes } = await fileOf(octroi, 'superadmin', url, body);
      expect(status, `${paper} ${bytes.toString()}`).toBe(200);
      expect(read(readPdf(bytes).pages.flat().join(' ')), paper).toContain(said);
    }
  });
});

describe('the ceiling of a payment in a collectivité', () => {
  it('is set in its form and refuses higher amounts at their field for everybody; a refund is limited by what was paid', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const path = `/v2/entites/${town.entite}`;
    for (const wrong of [0, -1, 1.5, '200', 1_000_000_001])
      expect((await superadmin.send('PATCH', path, { plafondPaiement: wrong })).status).toBe(400);
    expect((await superadmin.send('PATCH', path, { plafondPaiement: 10_000 })).body).toMatchObject({
      plafondPaiement: 10_000,
    });
    const { status, body } = await pay(superadmin, id, 10_001);
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'montant']);
    expect(read(body.message)).toContain('ne dépasse pas 10 000 F CFA');
    expect((await asking(id, 20_000)).body.errors?.[0]?.field).toBe('montant');
    expect((await pay(superadmin, id, 10_000)).status).toBe(201);
    await superadmin.send('PATCH', path, { plafondPaiement: 100 });
    expect((await refund(superadmin, id, 5000)).status).toBe(201);
    await superadmin.send('PATCH', path, { plafondPaiement: null });
    expect((await pay(superadmin, id, 50_000)).status).toBe(201);
  });

  it('holds for the correction of a waiting payment too', async () => {
    const { id, town } = await newDebtor(pool, DUE);
    const { body } = await pay(superadmin, id, 700, { moyenPaiement: MOYEN.orange });
    await pool.query('update entite set plafond_paiement = 1000 where id = $1', [town.entite]);
    const patched = await superadmin.send<Answer>('PATCH', `/v2/transactions/${body.id}`, { montant: 1001 });
    expect([patched.status, patched.body.errors?.[0]?.field]).toEqual([400, 'montant']);
    expect((await superadmin.send('PATCH', `/v2/transactions/${body.id}`, { montant: 1000 })).status).toBe(
      200,
    );
  });
});

describe('an invalid amount', () => {
  const FAUTES = [
    ['below zero', -5, /ne peut pas être négatif/],
    ['of zero', 0, /ne peut pas être nul/],
    ['with decimals', 1.5, /pas de centimes/],
    ['written as a text', '1500', /pas un texte/],
    ['of letters', 'mille', /pas un texte/],
    ['that is absent', null, /Veuillez entrer le montant/],
    ['beyond all measure', 1e13, /dépasse/],
    ['beyond what a number holds', 1e300, /dépasse/],
  ] as const;
  const one = { contribuable: 1, montant: 5 };
  const cash = { moyenPaiement: MOYEN.mairie };
  const CALLS = [
    ['POST', 'encaissements', 'montant', (montant: unknown) => ({ ...cash, montant, lignes: [one] })],
    [
      'POST',
      'encaissements',
      'lignes.0.montant',
      (montant: unknown) => ({ ...cash, montant: 5, lignes: [{ ...one, montant }] }),
    ],
    [
      'POST',
      'encaissements',
      'recuEnMain',
      (recuEnMain: unknown) => ({ ...cash, montant: 5, lignes: [one], recuEnMain }),
    ],
    ['POST', 'contribuables/transactions', 'montant', (montant: unknown) => ({ ...one, ...cash, montant })],
  ] as const;
  it.each(CALLS)('is refused by %s %s at %s', async (method, path, field, bodyOf) => {
    for (const [name, montant, message] of FAUTES) {
      if (path === 'contribuables/transactions' && montant === -5) continue;
      if (field === 'recuEnMain' && (montant === 0 || montant === null)) continue;
      const { status, body } = await superadmin.send<Answer>(method, `/v2/${path}`, bodyOf(montant));
      const fault = body.errors?.find((error) => error.field === field)?.message;
      expect([status, name, read(fault ?? '')]).toEqual([400, name, expect.stringMatching(message)]);
    }
  });

  it('below zero is a refund where refunds are possible', async () => {
    const { body } = await asking(1, -5);
    expect(body.errors?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/négatif est un remboursement/),
    );
  });
});
