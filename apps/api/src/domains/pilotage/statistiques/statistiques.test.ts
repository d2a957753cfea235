import type {
  Agents,
  EnrolementsParDate,
  EnrolementsParTaxe,
  RecettesParDate,
  RecettesParMoyen,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { type Account, testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query, nobody } = await testApp();

const ask = async <Body>(account: Account, path: string): Promise<{ status: number; body: Body }> =>
  (await signIn(account)).get<Body>(`/v2/${path}`);
const read = async <Body>(account: Account, path: string): Promise<Body> => {
  const { status, body } = await ask<Body>(account, path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** A whole year that is over. */
const LAST = YEAR - 1;
const PERIOD = `from=${LAST}-01-01&to=${LAST}-12-31`;

describe('rows by date', () => {
  it('of a year are its twelve months, with zeros for empty ones', async () => {
    const { data, pas, meta } = await read<EnrolementsParDate>(
      'superadmin',
      'statistiques/enrollement/par-entite?from=1999-01-01&to=1999-12-31',
    );
    expect(pas).toBe('mois');
    expect(meta.total_records).toBe(12);
    expect(data.map(({ date }) => date).join()).toBe('1,2,3,4,5,6,7,8,9,10,11,12');
    expect(data.every(({ total, corrige, valide }) => total + corrige + valide === 0)).toBe(true);
  });

  it('of days are all of them, and add up to the totals', async () => {
    const { data, totaux } = await read<RecettesParDate>(
      'niamey',
      `statistiques/transactions/par-entite?from=${LAST}-11-01&to=${LAST}-11-30`,
    );
    expect(data).toHaveLength(30);
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(data.reduce((sum, { total }) => sum + total, 0)).toBe(totaux.total);
    expect(totaux.total).toBeGreaterThan(0);
  });

  it('of an open or endless period are the years with data', async () => {
    for (const period of ['', 'from=0001-01-01&to=9999-12-31', 'from=1800-01-01']) {
      const { data, pas } = await read<EnrolementsParDate>(
        'superadmin',
        `statistiques/enrollement/par-entite?${period}`,
      );
      expect(pas).toBe('annee');
      expect(data.map(({ date }) => date)).toEqual([YEAR - 2, YEAR - 1, YEAR].map((year) => `${year}-01-01`));
    }
  });

  it('are refused if too many, or if the period ends before it begins', async () => {
    const { status, body } = await ask<{ message: string }>(
      'niamey',
      'statistiques/enrollement/par-entite?from=2020-01-01&to=2026-12-31&pas=jour',
    );
    expect(status).toBe(400);
    expect(body.message).toContain('400 lignes');
    const reversed = await ask('niamey', 'statistiques/enrollement/par-entite?from=2026-02-01&to=2026-01-01');
    expect(reversed.status).toBe(400);
  });
});

it('payments have a column for each of the eight methods, one for all others, and one for refunds', async () => {
  await query("insert into moyen_paiement (id, nom) values (20, 'Troc') on conflict do nothing");
  const { totaux } = await read<RecettesParMoyen>(
    'superadmin',
    `statistiques/transactions/moyen-par-paiement?${PERIOD}`,
  );
  const { total, ...columns } = totaux;
  expect(Object.keys(columns)).toEqual([
    'orange',
    'depot',
    'ecobank',
    'cheque',
    'mairie',
    'virement',
    'moov',
    'cb',
    'autres',
    'remboursements',
  ]);
  expect(Object.values(columns).reduce((sum, value) => sum + value, 0)).toBe(total);
  const [row] = await query<{ total: string }>(
    `select sum(montant) as total from transaction where statut = 'Confirmé' and not betail and jour between '${LAST}-01-01' and '${LAST}-12-31'`,
  );
  expect(total).toBe(Number(row?.total));
});

it('lines are counted by taxable base, equal names together, by the day and the statut of their taxpayers', async () => {
  const { data, totaux } = await read<EnrolementsParTaxe>(
    'superadmin',
    `statistiques/enrollement/par-taxe?${PERIOD}`,
  );
  const [row] = await query<{ total: number; corrige: number; valide: number }>(
    `select count(*)::int as total, count(*) filter (where statut = 'Corrigé')::int as corrige,
       count(*) filter (where statut = 'Validé')::int as valide
     from enrollement l join contribuable c on c.id = l.contribuable_id
     where l.closed_at is null and not c.betail and c.jour between '${LAST}-01-01' and '${LAST}-12-31'`,
  );
  expect(totaux).toEqual(row);
  const names = data.map(({ type, taxe }) => `${type} ${taxe}`);
  expect(new Set(names).size).toBe(names.length);
  expect(data.some(({ ids }) => ids.length > 1)).toBe(true);
});

describe('agents', () => {
  it('are all listed with their enrolments and collected sums, without a period', async () => {
    const { data, totaux } = await read<Agents>('niamey', 'statistiques/agents');
    const [row] = await query<{ enrolled: number; total: string; attached: number }>(
      `select (select count(*)::int from contribuable where entite_id = 1 and not betail) as enrolled,
        (select sum(montant) from transaction where entite_id = 1 and not betail and statut = 'Confirmé') as total,
        (select count(*)::int from utilisateur u join utilisateur_entite e on e.utilisateur_id = u.id
          where e.entite_id = 1 and u.type_id = 2 and u.enabled) as attached`,
    );
    expect(totaux.nbreEnrollements).toBe(row?.enrolled);
    expect(totaux.totalTransactions).toBe(Number(row?.total));
    expect(data.filter(({ id }) => id !== null).length).toBeGreaterThanOrEqual(row?.attached ?? 0);
  });

  it('have in their records the figures of their statistics, within the scope', async () => {
    type Brought = Pick<
      Agents['data'][number],
      'nbreEnrollements' | 'nbreTransactions' | 'totalTransactions'
    >;
    type Page = { data: { id: number; situations: Brought }[] };
    for (const account of ['superadmin', 'niamey', 'maradi', 'plateau'] as const) {
      const { data } = await read<Agents>(account, 'statistiques/agents');
      const users = new Map(
        (await read<Page>(account, 'users?itemperpage=500')).data.map((user) => [user.id, user.situations]),
      );
      const listed = data.filter(({ id }) => id !== null && users.has(id));
      expect(listed.length, account).toBeGreaterThan(0);
      for (const { id, username: _pseudo, fullName: _nom, ...brought } of listed)
        expect(users.get(id ?? 0), `${account} ${id}`).toEqual(brought);
    }
    const places = (await read<Page>('niamey', 'ramifications?itemperpage=500')).data;
    for (const { id, situations } of [...places.slice(0, 5), ...places.slice(-5)]) {
      const at = `ms=[${id}]`;
      const { totaux } = await read<Agents>('niamey', `statistiques/agents?${at}`);
      expect(situations, String(id)).toEqual(totaux);
      expect((await read<Page['data'][number]>('niamey', `ramifications/${id}`)).situations).toEqual(totaux);
    }
    expect(places.some(({ situations }) => situations.totalTransactions > 0)).toBe(true);
  });

  it('are not visible from another collectivité', async () => {
    const { data } = await read<Agents>('niamey', 'statistiques/agents');
    const agent = data.find(({ nbreEnrollements }) => nbreEnrollements > 0)?.id;
    const path = `statistiques/enrollement/par-agent?agent=${agent}`;
    expect((await read<EnrolementsParDate>('niamey', path)).totaux.total).toBeGreaterThan(0);
    expect((await ask('maradi', path)).status).toBe(404);
    expect((await ask('maradi', `statistiques/agents?agent=${agent}`)).status).toBe(404);
    expect((await ask('niamey', 'statistiques/enrollement/par-agent?agent=999999')).status).toBe(404);
    expect((await ask('niamey', 'statistiques/enrollement/par-agent?agent=moi')).status).toBe(400);
  });
});

it('a single agent can be listed, with its own totals', async () => {
  const { data } = await read<Agents>('niamey', 'statistiques/agents');
  const [, second] = data.filter(({ id }) => id !== null);
  const own = await read<Agents>('niamey', `statistiques/agents?agent=${second?.id}`);
  expect(own.data).toEqual([second]);
  const { nbreEnrollements, nbreTransactions, totalTransactions } = second ?? {};
  expect(own.totaux).toEqual({ nbreEnrollements, nbreTransactions, totalTransactions });
});

it('statistics by activity are sorted by name, for lines and for payments', async () => {
  for (const path of ['enrollement', 'transactions']) {
    const { data } = await read<{ data: { taxe: string }[] }>('niamey', `statistiques/${path}/par-taxe`);
    const names = data.map(({ taxe }) => taxe);
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual(names.toSorted(new Intl.Collator('fr').compare));
  }
});

describe('the right to statistics', () => {
  it('needs a session and a place in scope', async () => {
    expect((await nobody.get('/v2/statistiques/enrollement/par-entite')).status).toBe(401);
    const foreign = 'statistiques/transactions/moyen-par-paiement?entite=1';
    expect((await ask('maradi', foreign)).status).toBe(404);
    expect((await ask('niamey', foreign)).status).toBe(200);
  });

  it('is checked screen by screen', async () => {
    await query(
      `delete from permission where groupe_id = (select groupe_id from utilisateur where username = 'lecture')
       and navigation_id = (select id from navigation where cle = 'recouvrement-moyen-paiement')`,
    );
    expect((await ask('lecture', 'statistiques/transactions/moyen-par-paiement')).status).toBe(403);
    expect((await ask('lecture', 'statistiques/transactions/par-entite')).status).toBe(200);
  });
});
