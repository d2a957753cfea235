import type { ContribuableRow, ContribuableTotals } from '@octroi/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { communautesOf, drawPerson, drawTelephone } from '#src/demo/personnes/index.ts';
import { Random } from '#src/demo/random.ts';
import { type Caller, testApp } from '#src/testing/app.ts';

/** Taxpayers of two collectivités, among whom each must be found again. */
const PEOPLE = 5000;

/** A word of more than forty letters, as written without spaces on a form. */
const LONG_WORD = 'Xylogroupementdesproducteursdoignonsdugalmiouestnord';

const { signIn, query } = await testApp();
let superadmin: Caller;
interface Sample {
  id: number;
  nom: string;
  prenom: string;
  telephone: string;
  num_klis: string;
}
let samples: Sample[];

interface List {
  data: ContribuableRow[];
  meta: { total_records: number };
}
const find = async (q: string, caller = superadmin): Promise<ContribuableRow[]> => {
  const search = new URLSearchParams({ q, itemperpage: '5000' });
  const { status, body } = await caller.get<List>(`/v2/contribuables?${search.toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta.total_records).toBe(body.data.length);
  return body.data;
};
const names = async (q: string, caller = superadmin): Promise<string[]> =>
  (await find(q, caller)).map(({ fullName }) => fullName);

async function enrol(
  people: { nom: string; prenom: string; telephone: string; raison?: string }[],
  entite = 1,
) {
  return query<Sample>(
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, prenom, telephone, raison_sociale, nif, created_by_id)
     select $1, (select min(id) from ramification where entite_id = $1),
       (select code from entite where id = $1) || '-9' || lpad(rang::text, 5, '0'), nom, prenom, telephone, raison,
       case when raison is not null then '4' || lpad(rang::text, 4, '0') || '/R' end,
       (select min(id) from utilisateur where type_id = 2)
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as p (nom, prenom, telephone, raison, rang)
     returning id::int, nom, prenom, telephone, num_klis`,
    [
      entite,
      people.map(({ nom }) => nom),
      people.map(({ prenom }) => prenom),
      people.map(({ telephone }) => telephone),
      people.map(({ raison }) => raison ?? null),
    ],
  );
}

beforeAll(async () => {
  superadmin = await signIn('superadmin');
  const random = new Random(7);
  const communautes = communautesOf('NIA');
  samples = await enrol(
    Array.from({ length: PEOPLE }, () => ({
      ...drawPerson(random, communautes),
      telephone: drawTelephone(random),
    })),
  );
  await enrol(
    [
      { nom: 'Zwingelstein', prenom: 'Bonkano', telephone: '+227 89 40 04 02' },
      { nom: 'Kabeko', prenom: 'Œlig', telephone: '20111213', raison: 'Comptoir Tchintoulous SARL' },
      { nom: 'Zourkaleini', prenom: 'Souleymane', telephone: '20111214' },
      { nom: LONG_WORD, prenom: 'Rakia', telephone: '20111215' },
    ],
    2,
  );
});

/** A letter changed, added, left out, or turned round with the next. */
const slip = fc.record({
  at: fc.nat(),
  letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')),
  kind: fc.constantFrom('change', 'add', 'drop', 'turn'),
});
function misspell(word: string, { at, letter, kind }: { at: number; letter: string; kind: string }): string {
  const place = at % word.length;
  const [before, here, after] = [word.slice(0, place), word[place] ?? '', word.slice(place + 1)];
  if (kind === 'change') return before + letter + after;
  if (kind === 'add') return before + letter + here + after;
  if (kind === 'drop') return before + after;
  return before + (after[0] ?? '') + here + after.slice(1);
}

describe('a taxpayer is found', () => {
  it('by the name in any order, with one letter wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), slip, fc.boolean(), async (who, which, wrong, turned) => {
        const person = samples[who % samples.length] as Sample;
        const words = `${person.nom} ${person.prenom}`.split(/[^\p{L}]+/u);
        const long = words.flatMap((word, rank) => (word.length > 3 ? [rank] : []));
        const rank = long[which % long.length];
        const typed = words.map((word, at) => (at === rank ? misspell(word, wrong) : word));
        const found = await find((turned ? typed.toReversed() : typed).join(' '));
        expect(found.map(({ id }) => id)).toContain(person.id);
      }),
      { numRuns: 60 },
    );
  });
  it.each(['xylo', LONG_WORD.slice(0, 39), LONG_WORD.slice(0, 40), LONG_WORD.slice(0, 41), LONG_WORD])(
    'by the first letters of a word of more than forty: %s',
    async (typed) => expect(await names(typed)).toEqual([`${LONG_WORD} Rakia`]),
  );
  it('by the sound of the name, written another way', async () => {
    expect(await names('suleiman zurkalayni')).toEqual(['Zourkaleini Souleymane']);
  });
  it('by the telephone in any spacing, with or without country code', async () => {
    const spaced = fc.tuple(
      fc.constantFrom('', '+227', '00227', '+227 ', '227 '),
      fc.array(fc.constantFrom('', ' ', '.', '-'), { minLength: 7, maxLength: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), spaced, async (who, [country, spaces]) => {
        const person = samples[who % samples.length] as Sample;
        const digits = person.telephone.replaceAll(' ', '');
        const typed = country + digits.replaceAll(/\d/g, (digit, at: number) => digit + (spaces[at] ?? ''));
        expect((await find(typed)).map(({ id }) => id)).toContain(person.id);
      }),
      { numRuns: 30 },
    );
  });
  it.each(['Zwingelstein', 'zwingelstien', 'BONKANO ZWINGELSTEIN', 'zwingel', 'Zwingelstein bonk'])(
    'by %s',
    async (typed) => expect(await names(typed)).toEqual(['Zwingelstein Bonkano']),
  );
  it.each(['89400402', '89 40 04 02', '+22789400402', 'MAR-900001', 'mar-900001', 'Zwingelstein 89400402'])(
    'by %s alone',
    async (typed) => expect(await names(typed)).toEqual(['Zwingelstein Bonkano']),
  );
  it('by its number without code and zeros, in each collectivité', async () => {
    const found = (await find('24')).map(({ numKlis }) => numKlis);
    expect(found).toContain('NIA-000024');
    expect(found.every((number) => number.endsWith('-000024'))).toBe(true);
  });
  it('by the first digits of a telephone', async () => {
    expect(await names('8940040')).toEqual(['Zwingelstein Bonkano']);
  });
  it.each(['tchintoulou', 'SARL Tchintoulous', '40002/R', '40002r', 'oelig', 'Kabeko'])(
    'as a company, by %s',
    async (typed) => expect(await names(typed)).toContain('Comptoir Tchintoulous SARL'),
  );
  it('only by data that belongs to it', async () => {
    expect(await find('Zwingelstein Djermakoye')).toEqual([]);
    expect(await find('%%')).toEqual([]);
    expect(await find('Zwingelstein 89400403')).toEqual([]);
  });
});

describe('search words besides the filters of a list', () => {
  const parameters = 'q=moussa&entite=1&filter[contrib.statut]=Validé';
  it('narrow the page, its count and its totals alike', async () => {
    const { body } = await superadmin.get<List>(`/v2/contribuables?${parameters}&itemperpage=5000`);
    const totals = await superadmin.get<ContribuableTotals>(`/v2/contribuables/totaux?${parameters}`);
    expect(totals.body.total_records).toBe(body.data.length);
    expect(totals.body.prevu).toBe(body.data.reduce((sum, { situation }) => sum + situation.total, 0));
    expect(body.data.every(({ statut }) => statut === 'Validé')).toBe(true);
    const all = await superadmin.get<List>('/v2/contribuables?entite=1&filter[contrib.statut]=Validé');
    expect(body.data.length).toBeLessThan(all.body.meta.total_records);
  });
  it('apply to all rows that are joined by or', async () => {
    const either =
      'filter[0][column]=contrib.statut&filter[0][x]=Validé&filter[1][column]=contrib.statut&filter[1][x]=Corrigé&filter[1][connector]=or';
    const { body } = await superadmin.get<List>(`/v2/contribuables?q=zwingelstein&${either}`);
    expect(body.data).toEqual([]);
  });
  it('apply to the rows of a selection and of a file', async () => {
    const count = (await find('moussa')).length;
    const selection = await superadmin.send<{ count: number }>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'q=moussa',
      except: [],
    });
    expect(selection.body.count).toBe(count);
    const file = await superadmin.send<string>('POST', '/v2/exports', {
      resource: 'contribuables',
      query: 'q=zwingelstein',
      format: 'csv',
    });
    expect(file.body).toContain('Zwingelstein');
    expect(file.body.trim().split('\n')).toHaveLength(2);
  });
  it('find a payment by payer, reference or receipt', async () => {
    const [payment] = await query<{ id: number; no: string; recu: string; nom: string }>(
      `select t.id::int, no_transaction as no, numero_recu as recu, c.nom_complet as nom
       from transaction t join contribuable c on c.id = t.contribuable_id where numero_recu is not null order by t.id limit 1`,
    );
    for (const typed of [payment?.no, payment?.recu, payment?.recu.toLowerCase(), payment?.nom]) {
      const search = new URLSearchParams({ q: typed ?? '', itemperpage: '5000' });
      const { body } = await superadmin.get<List>(`/v2/transactions?${search.toString()}`);
      expect(
        body.data.map(({ id }) => id),
        typed,
      ).toContain(payment?.id);
      const { body: totals } = await superadmin.get<{ total_records: number }>(
        `/v2/transactions/totaux?${search.toString()}`,
      );
      expect(totals.total_records).toBe(body.data.length);
    }
  });
  it.each([
    ['users', 'niamey'],
    ['villes', 'zinder'],
    ['ramifications', 'Niamey I'],
    ['entites', 'MAR'],
    ['equipements', 'NIA-000024'],
    ['enrollements', 'NIA-000024'],
    ['journal', 'superadmin'],
    ['entite_taxes', 'taxe'],
  ])('find rows of %s by « %s »', async (list, q) => {
    const { body } = await superadmin.get<List>(`/v2/${list}?${new URLSearchParams({ q }).toString()}`);
    const all = await superadmin.get<List>(`/v2/${list}`);
    expect(body.meta.total_records).toBeGreaterThan(0);
    expect(body.meta.total_records).toBeLessThanOrEqual(all.body.meta.total_records);
    const none = await superadmin.get<List>(`/v2/${list}?q=zzqqzz`);
    expect(none.body.meta.total_records).toBe(0);
  });
  it.each(['a', ' ', 'x'.repeat(101)])('of a wrong length are refused in French: « %s »', async (q) => {
    const { status, body } = await superadmin.get<{ message: string }>(
      `/v2/contribuables?${new URLSearchParams({ q }).toString()}`,
    );
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^.*Tapez (au moins deux|cent) caractères/),
    ]);
  });
});
