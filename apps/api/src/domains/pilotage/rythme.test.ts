import { memeJourAvant, projeter, type Rythme, todayIn } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp, TIME_ZONE } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const TODAY = todayIn(TIME_ZONE);
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

/** Confirmed payments and dues of days, from base rows. */
async function recomputed(entite: number | undefined, from: string, to: string) {
  const [row] = await query<{ recu: string; du: string }>(
    `select
       (select coalesce(sum(montant), 0) from transaction where statut = 'Confirmé' and not betail
         and ($1::int is null or entite_id = $1) and (date_transaction at time zone 'Africa/Niamey')::date between $2 and $3) as recu,
       (select coalesce(sum(e.montant), 0) from echeance e join contribuable c on c.id = e.contribuable_id
         where not c.betail and ($1::int is null or e.entite_id = $1) and e.exigible_le between $2 and $3) as du`,
    [entite ?? null, from, to],
  );
  return { recu: Number(row?.recu), du: Number(row?.du) };
}

describe('the pace of collection', () => {
  it.each([
    ['superadmin', '', undefined, YEAR],
    ['superadmin', `entite=2&annee=${YEAR - 1}`, 2, YEAR - 1],
    ['niamey', `annee=${YEAR}`, 1, YEAR],
  ] as const)('of %s (%s) is what base rows and lists say', async (account, search, entite, annee) => {
    const rythme = await read(account, search);
    const jour = annee === YEAR ? TODAY : `${annee}-12-31`;
    const { recu } = await recomputed(entite, `${annee}-01-01`, jour);
    const year = await recomputed(entite, `${annee}-01-01`, `${annee}-12-31`);
    const before = await recomputed(entite, `${annee - 1}-01-01`, memeJourAvant(jour));
    const last = await recomputed(entite, `${annee - 1}-01-01`, `${annee - 1}-12-31`);
    const precedent = { encaisse: before.recu, total: last.recu };
    expect(rythme).toMatchObject({ annee, jour, encaisse: recu, attendu: year.du, precedent });
    expect(recu).toBeGreaterThan(0);
    expect(rythme.projection).toEqual(projeter(jour, recu, precedent));

    const listed = await read<{ prevu: number; paye: number }>(
      account,
      `${entite ? `entite=${entite}&` : ''}base=encaissement&betail=0&from=${annee}-01-01&to=${annee}-12-31`,
      'contribuables/totaux',
    );
    expect(listed).toMatchObject({ prevu: rythme.attendu, paye: year.recu });
  });

  it('cumulates month after month, and stops at the present one', async () => {
    const { mois, encaisse, attendu, precedent } = await read('superadmin', '');
    expect(mois.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    const present = Number(TODAY.slice(5, 7));
    let [cumul, exigible, avant] = [0, 0, 0];
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

  it('is nothing before the first record, and nothing yet in a year to come', async () => {
    const past = await read('niamey', 'annee=2001');
    expect(past).toMatchObject({ encaisse: 0, attendu: 0, projection: null, jour: '2001-12-31' });
    const next = await read('niamey', `annee=${YEAR + 1}`);
    expect(next).toMatchObject({ encaisse: 0, projection: null, jour: null });
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
