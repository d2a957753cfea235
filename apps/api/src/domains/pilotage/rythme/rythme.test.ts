import { memeJourAvant, projeter, type Rythme } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Account, type Caller, testApp, TODAY } from '#src/testing/app.ts';
import { newDebtor, pay } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn, query } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
const YEAR = Number(TODAY.slice(0, 4));
const callers = new Map<Account, Caller>();
let departement = 0;

beforeAll(async () => {
  for (const account of ['superadmin', 'niamey', 'plateau'] as const)
    callers.set(account, await signIn(account));
  const [node] = await query<{ id: number }>(
    'select max(id) as id from ramification where entite_id = 1 and parent_id is null',
  );
  departement = node?.id ?? 0;
});

async function read<Body = Rythme>(
  account: Account,
  search: string,
  path = 'statistiques/rythme',
): Promise<Body> {
  const reply = await callers.get(account)?.get<Body>(`/v2/${path}?${search}`);
  expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
  return reply?.body as Body;
}

/** Imputations to a fiscal year (or to all before it) received in some days, from base rows. */
async function imputed(entite: number | undefined, years: string, from: string, to: string): Promise<number> {
  const [row] = await query<{ montant: string }>(
    `select coalesce(sum(i.montant), 0) as montant
     from imputation i join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
     where t.statut = 'Confirmé' and not t.betail and ($1::int is null or t.entite_id = $1) and i.annee ${years}
       and (t.date_transaction at time zone 'Africa/Niamey')::date between $2 and $3`,
    [entite ?? null, from, to],
  );
  return Number(row?.montant);
}

/** Dues that fall in some days, from base rows. */
async function dueIn(entite: number | undefined, from: string, to: string): Promise<number> {
  const [row] = await query<{ du: string }>(
    `select coalesce(sum(e.montant), 0) as du from echeance e join contribuable c on c.id = e.contribuable_id
     where not c.betail and ($1::int is null or e.entite_id = $1) and e.exigible_le between $2 and $3`,
    [entite ?? null, from, to],
  );
  return Number(row?.du);
}

const EVER = '2000-01-01';

describe('the pace of collection', () => {
  it.each([
    ['superadmin', '', undefined, YEAR],
    ['superadmin', `entite=2&annee=${YEAR - 1}`, 2, YEAR - 1],
    ['niamey', `annee=${YEAR}`, 1, YEAR],
  ] as const)('of %s (%s) equals the base rows and the lists', async (account, search, entite, annee) => {
    const rythme = await read(account, search);
    const jour = annee === YEAR ? TODAY : `${annee}-12-31`;
    const before = annee - 1;
    const encaisse = await imputed(entite, `= ${annee}`, EVER, jour);
    const avant = await imputed(entite, `= ${annee}`, EVER, `${before}-12-31`);
    const arrieres = await imputed(entite, `< ${annee}`, `${annee}-01-01`, jour);
    const precedent = {
      avant: await imputed(entite, `= ${before}`, EVER, `${before - 1}-12-31`),
      encaisse: await imputed(entite, `= ${before}`, EVER, memeJourAvant(jour)),
      total: await imputed(entite, `= ${before}`, EVER, `${before}-12-31`),
    };
    const attendu = await dueIn(entite, `${annee}-01-01`, `${annee}-12-31`);
    const echu = await dueIn(entite, `${annee}-01-01`, jour);
    expect(rythme).toMatchObject({ annee, jour, encaisse, avant, arrieres, attendu, echu, precedent });
    expect(encaisse).toBeGreaterThan(0);
    expect(rythme.projection).toEqual(projeter(jour, encaisse, precedent));

    const place = `${entite ? `entite=${entite}&` : ''}betail=0`;
    const listed = await read<{ prevu: number }>(
      account,
      `${place}&base=encaissement&from=${annee}-01-01&to=${annee}-12-31`,
      'contribuables/totaux',
    );
    expect(listed.prevu).toBe(attendu);
    // the lists that the figures open
    const parts = (operator: 'eq' | 'lt', range: string) =>
      read<{ montant: number }>(
        account,
        `${place}&${range}&filter[imp.annee][type]=${operator}&filter[imp.annee][x]=${annee}`,
        'imputations/totaux',
      );
    expect((await parts('eq', `to=${jour}`)).montant).toBe(encaisse);
    expect((await parts('lt', `from=${annee}-01-01&to=${jour}`)).montant).toBe(arrieres);
  });

  it('compares payments of the year with its dues, and shows the arrears separately', async () => {
    const { id, town } = await newDebtor(
      pool,
      { annee: YEAR - 1, montant: 5_000 },
      { annee: YEAR, montant: 10_000 },
    );
    await pay(callers.get('superadmin') as Caller, id, 9_000);
    const rythme = await read('superadmin', `entite=${town.entite}`);
    expect(rythme).toMatchObject({ encaisse: 4_000, arrieres: 5_000, attendu: 10_000, avant: 0 });
    expect(rythme.mois.findLast(({ cumul }) => cumul !== null)).toMatchObject({
      encaisse: 4_000,
      cumul: 4_000,
    });
    // received this year, and so of last year's arrears: nothing of it is last year's own
    expect(rythme.precedent).toEqual({ avant: 0, encaisse: 0, total: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('cumulates month after month, and stops at the present one', async () => {
    const { mois, encaisse, avant: ahead, attendu, precedent } = await read('superadmin', '');
    expect(mois.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    const present = Number(TODAY.slice(5, 7));
    let [cumul, exigible, avant] = [ahead, 0, precedent.avant];
    for (const [index, row] of mois.entries()) {
      cumul += row.encaisse ?? 0;
      exigible += row.exigible;
      avant += row.precedent;
      expect(row).toMatchObject({
        cumul: index < present ? cumul : null,
        cumulExigible: exigible,
        cumulPrecedent: avant,
      });
    }
    expect([cumul, exigible, avant]).toEqual([encaisse, attendu, precedent.total]);
  });

  it('is empty before the first record and in a future year', async () => {
    const past = await read('niamey', 'annee=2001');
    expect(past).toMatchObject({ encaisse: 0, attendu: 0, projection: null, jour: '2001-12-31' });
    const next = await read('niamey', `annee=${YEAR + 1}`);
    expect(next).toMatchObject({ encaisse: 0, echu: 0, projection: null, jour: null });
    expect(next.mois.every(({ cumul }) => cumul === null)).toBe(true);
  });

  it.each(['annee=1999', 'annee=2101', 'annee=abc', 'entite=x', 'betail=2'])(
    'is refused for %s',
    async (search) => {
      expect((await callers.get('niamey')?.get(`/v2/statistiques/rythme?${search}`))?.status).toBe(400);
    },
  );

  it('does not exist outside the scope', async () => {
    expect((await callers.get('niamey')?.get('/v2/statistiques/rythme?entite=2'))?.status).toBe(404);
    expect((await callers.get('plateau')?.get(`/v2/statistiques/rythme?ms=${departement}`))?.status).toBe(
      404,
    );
  });
});
