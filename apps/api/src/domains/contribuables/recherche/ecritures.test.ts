import { findNear, keysOf } from '@octroi/contract/contribuables/recherche/near';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, TODAY } from '#src/testing/app.ts';

/* A name is found by how people type it, wherever one looks: lists, their filters, the search box, the phone. */
const { signIn, query } = await testApp();
let niamey: Caller;
let place: number;

/** Names as they are stored, what is typed for them, and a part that `like` is given. */
const NAMES: [stored: string, typed: string, part: string][] = [
  ['Ɔkɔmfo Anokye', 'okomfo', 'komfo anok'],
  ['Bœuf Galmi', 'boeuf', 'oeuf  galmi'],
  ['Ɗaki Ɓalɓa', 'daki', 'aki balba'],
  ['𝗕𝗼𝗯𝗶𝗲𝗹 Kuturu', 'bobiel', 'obiel kut'],
  ['Zulay\u200dhatu Gado', 'zulayhatu', 'layhatu gad'],
  ['Tchima\u00a0\u00a0Wankoye', 'wankoye', 'chima wank'],
  ['محمدو غربا', 'محمدو', 'حمدو غر'],
  ['Straßmann Örn', 'STRASSMANN', 'rassmann orn'],
];

beforeAll(async () => {
  niamey = await signIn('niamey');
  const [row] = await query<{ ramification_id: number }>(
    'select ramification_id from contribuable where entite_id = 1 limit 1',
  );
  place = row?.ramification_id ?? 0;
  // as another program may have written them: entry would have tidied them
  await query(
    `with fait as (
       insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
       select 1, $1, 'ECR-' || n, nom, (select min(id) from utilisateur where type_id = 2)
       from unnest($2::text[]) with ordinality as x (nom, n) returning id),
     ligne as (
       insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id)
       select 1, id, (select min(id) from nature_activite where entite_id = 1),
         (select min(id) from utilisateur where type_id = 2) from fait returning id, contribuable_id)
     insert into echeance (entite_id, ramification_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le)
     select 1, $1, contribuable_id, id, (select min(id) from taxe where entite_id = 1), extract(year from now())::int, 1, 1000,
       make_date(extract(year from now())::int, 1, 1) from ligne`,
    [place, NAMES.map(([stored]) => stored)],
  );
});

const listed = async (path: string): Promise<string[]> => {
  const { status, body } = await niamey.get<{ data: { fullName: string }[] }>(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ fullName }) => fullName);
};

describe.each(NAMES)('« %s »', (stored, typed, part) => {
  it.each(['contribuables', 'impayes'])('is found in the list of %s', async (list) => {
    const q = new URLSearchParams({ q: typed, ...(list === 'impayes' ? { au: TODAY } : {}) });
    expect(await listed(`/v2/${list}?${q.toString()}`)).toContain(stored);
  });

  it.each(['contribuables', 'impayes'])('is found by a filter of the list of %s', async (list) => {
    const filter = new URLSearchParams({
      'filter[contrib.fullName][type]': 'like',
      'filter[contrib.fullName][x]': part,
    });
    expect(await listed(`/v2/${list}?${filter.toString()}`)).toContain(stored);
  });

  it('is found in the search box', async () => {
    const search = new URLSearchParams({ q: typed });
    const { body } = await niamey.get<{ data: unknown[] }>(`/v2/recherche?${search.toString()}`);
    expect(JSON.stringify(body)).toContain(JSON.stringify(stored).slice(1, -1));
  });

  it('is found on a phone', () => {
    const one = { nom: stored, numKlis: null, telephone: null };
    expect(findNear([[keysOf(one), one]], typed, 5)).toEqual([one]);
  });
});

it.each(['contribuables', 'impayes'])(
  'a name with a letter wrong is found in the list of %s',
  async (list) => {
    expect(await listed(`/v2/${list}?q=kuturi`)).toContain('𝗕𝗼𝗯𝗶𝗲𝗹 Kuturu');
  },
);

describe('a name that differs only by ignored signs', () => {
  it.each([
    ['Zone du Bœuf', 'ZONE  DU BOEUF'],
    ['Ɗan Zama', 'dan\u00a0zama'],
  ])('« %s » is refused to a second sub-entity of one place: « %s »', async (first, second) => {
    const body = (nom: string, code: string) => ({ nom, code, entite: 1, type: 1, enabled: true });
    const code = `E${first.length}`;
    expect((await niamey.send('POST', '/v2/ramifications', body(first, code))).status).toBe(201);
    const refused = await niamey.send<{ message: string }>(
      'POST',
      '/v2/ramifications',
      body(second, `${code}B`),
    );
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Une sous-entité porte déjà ce nom au même endroit.',
    ]);
    const created = await niamey.send<{ id: number; nom: string }>(
      'POST',
      '/v2/ramifications',
      body(`${second}\u200d  (ouest)`, `${code}C`),
    );
    expect([created.status, created.body.nom]).toEqual([201, `${second.replaceAll(/\s+/g, ' ')} (ouest)`]);
  });

  it('is refused if it has only invisible characters', async () => {
    const { status } = await niamey.send('POST', '/v2/ramifications', {
      nom: '\u200d\u0301',
      code: 'E0',
      entite: 1,
      type: 1,
    });
    expect(status).toBe(400);
  });
});
