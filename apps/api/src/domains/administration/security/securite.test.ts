import { sumBy } from '@octroi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, PASSWORD, testApp } from '#src/testing/app.ts';
import { giveSecret } from '#src/testing/second-factor.ts';

const { call, signIn, query, runPeriodic } = await testApp();

interface Page<Row> {
  data: Row[];
  meta: { total_records: number };
}
interface Echec {
  nom: string;
  adresse: string;
  raison: string;
  nombre: number;
  utilisateur: { username: string } | null;
}

const check = (email: string, password = 'pas le bon', address = '10.0.0.1', code?: string) =>
  call<Record<string, unknown>>({
    method: 'POST',
    url: '/v2/users/check',
    payload: { email, password, code },
    remoteAddress: address,
  });
const list = async <Row>(account: Account, path: string, search = ''): Promise<Row[]> => {
  const { status, body } = await (await signIn(account)).get<Page<Row>>(`/v2/securite/${path}${search}`);
  expect(status).toBe(200);
  return body.data;
};
const echecs = (account: Account): Promise<Echec[]> => list<Echec>(account, 'echecs');
const readEntries = () =>
  query<{ entite_id: number; utilisateur_id: null; enregistrement_id: number | null; apres: Echec }>(
    `select entite_id, utilisateur_id, enregistrement_id, apres from journal where acte = 'connexion refusée' order by id`,
  );

beforeEach(async () => {
  await query('truncate sign_in_failure, echec_connexion');
  await query('alter table journal disable trigger user');
  await query("delete from journal where acte = 'connexion refusée'");
  await query('alter table journal enable trigger user');
});

describe('a refused sign-in', () => {
  it('is recorded with the typed name, the address and the reason', async () => {
    await check('Niamey');
    await check('personne');
    await check('inactif', PASSWORD);
    const [maradi] = await query<{ id: number }>("select id from utilisateur where username = 'maradi'");
    await giveSecret(query, maradi?.id ?? 0, 'A'.repeat(32));
    await check('maradi', PASSWORD, '10.0.0.1', '123456');
    await query('delete from second_facteur');
    const rows = (await echecs('superadmin')).toSorted((a, b) =>
      a.nom + a.raison < b.nom + b.raison ? -1 : 1,
    );
    expect(rows.map(({ nom, raison, adresse, nombre }) => [nom, raison, adresse, nombre])).toEqual([
      ['Niamey', 'mot de passe', '10.0.0.1', 1],
      ['inactif', 'compte', '10.0.0.1', 1],
      ['maradi', 'code', '10.0.0.1', 1],
      ['pe… (8 signes)', 'inconnu', '10.0.0.1', 1],
    ]);
    const journal = await readEntries();
    expect(journal.map(({ apres }) => [apres.nom, apres.raison])).toEqual([
      ['Niamey', 'mot de passe'],
      ['pe… (8 signes)', 'inconnu'],
      ['inactif', 'compte'],
      ['maradi', 'code'],
    ]);
    expect(journal.map(({ entite_id, utilisateur_id }) => [entite_id, utilisateur_id])).toEqual([
      [1, null],
      [0, null],
      [1, null],
      [2, null],
    ]);
  });

  it('is not recorded if only the code was missing, or everything was right', async () => {
    await check('niamey', PASSWORD);
    await query(
      `insert into second_facteur (utilisateur_id, secret, actif_depuis)
       select id, $1, now() from utilisateur where username = 'maradi'`,
      ['A'.repeat(32)],
    );
    await check('maradi', PASSWORD);
    await query('delete from second_facteur');
    expect(await echecs('superadmin')).toEqual([]);
  });

  it('is counted with similar ones, and a refused wait is recorded once', async () => {
    for (let attempt = 0; attempt < 9; attempt++) await check('niamey');
    const rows = (await echecs('superadmin')).toSorted((a, b) =>
      a.nom + a.raison < b.nom + b.raison ? -1 : 1,
    );
    expect(rows.map(({ raison, nombre }) => [raison, nombre])).toEqual([
      ['limite', 1],
      ['mot de passe', 5],
    ]);
    expect((await readEntries()).map(({ apres }) => [apres.raison, apres.nombre])).toEqual([
      ['mot de passe', 1],
      ['limite', 1],
    ]);
  });

  it('cannot fill the list or the journal, with any number of invented names', async () => {
    for (let from = 0; from < 8; from++)
      await Promise.all(
        Array.from({ length: 60 }, (_each, index) =>
          check(`personne ${from} ${index}`, 'x', `10.0.${from}.${index}`),
        ),
      );
    // each quarter of an hour has its own: a clock strikes one in the middle of these
    const quarters = await query<{ rows: number; attempts: number; rest: number }>(
      `select count(*)::int as rows, sum(nombre)::int as attempts,
         coalesce(sum(nombre) filter (where nom = ''), 0)::int as rest from echec_connexion group by quart`,
    );
    expect(sumBy(quarters, ({ attempts }) => attempts)).toBe(480);
    for (const { rows, attempts, rest } of quarters) {
      // some that came at the same moment as the last of them
      expect(rows).toBeLessThan(260);
      expect(rest).toBeGreaterThan(attempts - 260);
    }
    expect((await readEntries()).length).toBeLessThan(270 * quarters.length);
    await check('niamey');
    expect(await echecs('niamey')).toMatchObject([{ nom: 'niamey', utilisateur: { username: 'niamey' } }]);
  });

  it.each([
    ['Mon-Secret-2026!', 'Mo… (16 signes)'],
    ['secret', 's… (6 signes)'],
    ['été', '… (3 signes)'],
    ['x', '… (1 signe)'],
  ])(
    'of an unknown name, which may be a password, keeps only its length and two letters: %s',
    async (typed, kept) => {
      await check(typed);
      expect(await echecs('superadmin')).toMatchObject([{ nom: kept, raison: 'inconnu', utilisateur: null }]);
      expect((await readEntries()).map(({ apres }) => apres.nom)).toEqual([kept]);
      const rows = await query<{ held: string }>(
        `select concat(e::text, f::text) as held from echec_connexion e, sign_in_failure f`,
      );
      expect(rows).toHaveLength(2);
      if (typed.length > 1) expect(JSON.stringify(rows)).not.toContain(typed);
    },
  );

  it('is visible to administrators of the account; one of an unknown name, to Super Admin', async () => {
    await check('maradi');
    await check('personne');
    expect(await echecs('niamey')).toEqual([]);
    expect(await echecs('maradi')).toMatchObject([{ nom: 'maradi' }]);
    expect(await echecs('superadmin')).toHaveLength(2);
  });

  it('is removed from the list after three months', async () => {
    await check('personne');
    await query("update echec_connexion set seen_at = now() - interval '91 days'");
    await runPeriodic('sessions');
    expect(await query('select from echec_connexion')).toEqual([]);
    expect(await readEntries()).toHaveLength(1);
  });
});

describe('the accounts', () => {
  interface Compte {
    username: string;
    secondFacteur: string;
    attente: string;
    sessions: number;
    derniereConnexion: string | null;
  }

  it('are listed with their wait, the missing second factor and the last sign-in', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await check('lecture', 'pas le bon');
    await query(
      `insert into second_facteur (utilisateur_id, secret, actif_depuis)
       select id, $1, now() from utilisateur where username = 'plateau'`,
      ['A'.repeat(32)],
    );
    const rows = await list<Compte>('niamey', 'comptes');
    const of = (name: string) => rows.find(({ username }) => username === name);
    expect(of('lecture')).toMatchObject({ attente: 'Ralenti', secondFacteur: 'Absent' });
    expect(of('plateau')).toMatchObject({ attente: 'Libre', secondFacteur: 'Actif' });
    expect(of('niamey')).toMatchObject({ attente: 'Libre' });
    expect(of('niamey')?.sessions).toBeGreaterThan(0);
    expect(of('niamey')?.derniereConnexion).toBeTruthy();
    expect(rows.map(({ username }) => username)).not.toContain('inactif');
    expect(rows.map(({ username }) => username)).not.toContain('maradi');
    const without = '?filter[user.secondFacteur]=Absent&filter[user.attente]=Ralenti';
    expect(await list('niamey', 'comptes', without)).toMatchObject([{ username: 'lecture' }]);
    await query('delete from second_facteur');
  });
});

describe('the open sessions', () => {
  it('are listed with their last use, within the scope', async () => {
    const maradi = await signIn('maradi');
    await query('delete from session s using utilisateur u where u.id = s.utilisateur_id and username = $1', [
      'niamey',
    ]);
    await query(
      "update session set seen_at = now() - interval '125 minutes', created_at = now() - interval '3 hours'",
    );
    interface Row {
      utilisateur: { username: string };
      inactivite: number;
    }
    const rows = await list<Row>(
      'superadmin',
      'sessions',
      '?filter[session.inactivite][type]=gte&filter[session.inactivite][x]=120',
    );
    expect(rows.map(({ utilisateur }) => utilisateur.username)).toContain('maradi');
    expect(rows.find(({ utilisateur }) => utilisateur.username === 'maradi')?.inactivite).toBe(125);
    const own = await list<Row>('niamey', 'sessions');
    expect(own.map(({ utilisateur }) => utilisateur.username)).toEqual(['niamey']);
    // used again
    expect((await maradi.get('/v2/session')).status).toBe(200);
    const [session] = await query<{ fresh: boolean }>(
      `select seen_at > now() - interval '1 minute' as fresh from session s join utilisateur u on u.id = s.utilisateur_id
       where username = 'maradi' order by seen_at desc limit 1`,
    );
    expect(session?.fresh).toBe(true);
  });
});
