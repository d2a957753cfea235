import {
  contribuableFilterFields,
  FILTER_OPERATORS,
  type FilterField,
  filterQuery,
  type FilterRow,
  natureActivites,
  OPERATORS_BY_TYPE,
  ramifications,
  transactionFilterFields,
} from '@octroi/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const callers = new Map<Account, Caller>();
const get = <Body>(account: Account, path: string, pairs: [string, string][]) =>
  (callers.get(account) as Caller).get<Body>(`${path}?${new URLSearchParams(pairs)}`);
/** Sub-entities of the département that the account `plateau` is tied to. */
let beneath = new Set<number>();

beforeAll(async () => {
  for (const account of ['superadmin', 'niamey', 'plateau'] as const) callers.set(account, await signIn(account));
  const nodes = await query<{ id: number }>(
    'with recursive sous as (select id from ramification where id = 1 union all select r.id from ramification r join sous on r.parent_id = sous.id) select id from sous',
  );
  beneath = new Set(nodes.map(({ id }) => id));
});

const userFields: Record<string, FilterField> = {
  'user.nom': { type: 'text', label: '' },
  'user.fullName': { type: 'text', label: '' },
  'user.enabled': { type: 'boolean', label: '' },
  'user.createdAt': { type: 'instant', label: '' },
  'g.id': { type: 'reference', label: '' },
  'ent.id': { type: 'reference', label: '' },
  'ram.id': { type: 'reference', label: '' },
};
const LISTS: Record<string, Record<string, FilterField>> = {
  '/v2/contribuables': contribuableFilterFields,
  '/v2/transactions': transactionFilterFields,
  '/v2/ramifications': ramifications.filterFields,
  '/v2/nature_activites': natureActivites.filterFields,
  '/v2/users': userFields,
};

const nasty = fc.oneof(
  fc.constantFrom(
    '', ' ', "'", '"', '\\', '%', '_', '\0', '--', ';', "' or 1=1 --", '１２', '٣', '1e9', 'NaN', 'Infinity', '-0', '+5', '1.5', '1,5',
    '99999999999999999999', '999999999999999', '2147483648', '-2147483649', '2026-02-31', '0000-00-00', '0000', '0000-01', '0000-01-01',
    '9999', '9999-12', '9999-12-31', '31/12/9999', '00/00/0000', '2026-11-21T25:00:00Z', '[', '[]', '[null]', '[{"a":1}]', '[[1]]', '{"id":1}',
    '["a', 'null', 'true', 'oui', '\ud800', '🙂', '\u202e', 'İ', 'ß', 'a'.repeat(3000), '1 et', ' et ', '1 et 2 et 3', '5 et 1', '{1,2}', '$1',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
);

describe('whatever a filter says', () => {
  it('a list answers with rows or with a refusal, and never breaks', async () => {
    const asked = fc.constantFrom(...Object.keys(LISTS)).chain((path) =>
      fc.record({
        path: fc.constant(path),
        column: fc.constantFrom(...Object.keys(LISTS[path] ?? {})),
        operator: fc.constantFrom(...FILTER_OPERATORS),
        x: nasty,
        y: fc.option(nasty, { nil: undefined }),
        base: fc.constantFrom('enrolement', 'encaissement'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ({ path, column, operator, x, y, base }) => {
        const parts: Record<string, string> = { type: operator, x, ...(y === undefined ? {} : { y }) };
        const pairs = Object.entries(parts).map(([part, value]): [string, string] => [`filter[${column}][${part}]`, value]);
        const { status, body } = await get('superadmin', path, [...pairs, ['itemperpage', '1'], ...(path.includes('contrib') ? [['base', base] as [string, string]] : [])]);
        expect([200, 400], JSON.stringify(body)).toContain(status);
      }),
      { numRuns: 150 },
    );
  });

  it('every declared column is served with a fitting value, or refused by its type alone', async () => {
    const fitting: Record<FilterField['type'], string> = {
      text: 'a', integer: '1', amount: '1', decimal: '1', boolean: '1', instant: '2026-01-01', day: '2026-01-01', reference: '1', choice: 'Confirmé',
    };
    for (const [path, fields] of Object.entries(LISTS))
      for (const [column, { type, values }] of Object.entries(fields))
        for (const operator of ['in', 'not eq', 'like', 'is null'] as const) {
          const x = values?.[0] ?? fitting[type];
          const { status, body } = await get('superadmin', path, filterQuery([{ column, operator, x }]).concat([['itemperpage', '1']]));
          expect(status, `${column} ${operator} ${JSON.stringify(body)}`).toBe(OPERATORS_BY_TYPE[type].includes(operator) ? 200 : 400);
        }
  });
});

describe('a filter that cannot be understood is refused by name:', () => {
  const LINE = 'filter[contrib.nom]';
  it.each([
    ['an unknown column', [['filter[contrib.rien]', 'x']], 'filtre.colonne', 'contrib.rien'],
    ['a column of the database', [['filter[contrib.created_by_id]', '1']], 'filtre.colonne', 'contrib.created_by_id'],
    ['a column with a tail', [['filter[contrib.nom.x]', '1']], 'filtre.colonne', 'contrib.nom.x'],
    ['a column of the prototype', [['filter[constructor]', '1']], 'filtre.colonne', 'constructor'],
    ['a column of another list', [['filter[trans.montant]', '1']], 'filtre.colonne', 'trans.montant'],
    ['a column that is SQL', [['filter[contrib.nom) or (1]', '1']], 'filtre.colonne', 'contrib.nom) or (1'],
    ['an unknown operator', [[`${LINE}[type]`, '=']], 'filtre.operateur', 'contrib.nom'],
    ['an operator that the type does not take', [['filter[contrib.enabled][type]', 'like']], 'filtre.operateur', 'contrib.enabled'],
    ['a number that is none', [['filter[contrib.nbreBetail]', 'dix']], 'filtre.valeur', 'contrib.nbreBetail'],
    ['a number without digits', [['filter[contrib.nbreBetail]', '']], 'filtre.valeur', 'contrib.nbreBetail'],
    ['a boolean that is none', [['filter[contrib.enabled]', '2']], 'filtre.valeur', 'contrib.enabled'],
    ['a day that is none', [['filter[contrib.validatedAt]', '2026-02-30']], 'filtre.valeur', 'contrib.validatedAt'],
    ['a choice that is none', [['filter[contrib.statut]', 'Payé']], 'filtre.valeur', 'contrib.statut'],
    ['a choice that is none, among others', [['filter[contrib.statut][type]', 'in'], ['filter[contrib.statut][x]', 'Validé,Payé']], 'filtre.valeur', 'contrib.statut'],
    ['bounds in the wrong order', [['filter[contrib.nbreBetail][type]', 'between'], ['filter[contrib.nbreBetail][x]', '1 000'], ['filter[contrib.nbreBetail][y]', '5']], 'filtre.valeur', 'contrib.nbreBetail'],
    ['days in the wrong order', [['filter[contrib.validatedAt][type]', 'dateBetween'], ['filter[contrib.validatedAt][x]', '2026-02-02 et 2026-02-01']], 'filtre.valeur', 'contrib.validatedAt'],
    ['a missing second bound', [[`${LINE}[type]`, 'between'], [`${LINE}[x]`, 'a']], 'filtre.valeur', 'contrib.nom'],
    ['a third bound', [[`${LINE}[type]`, 'between'], [`${LINE}[x]`, 'a et b et c']], 'filtre.valeur', 'contrib.nom'],
    ['a list that is no JSON', [[`${LINE}[type]`, 'in'], [`${LINE}[x]`, '["a']], 'filtre.valeur', 'contrib.nom'],
    ['a list of records', [[`${LINE}[type]`, 'in'], [`${LINE}[x]`, '[{"id":1}]']], 'filtre.valeur', 'contrib.nom'],
    ['a text with a zero character', [[`${LINE}[type]`, 'like'], [`${LINE}[x]`, 'a\0b']], 'filtre.valeur', 'contrib.nom'],
    ['an unknown connector', [[LINE, 'a'], [`${LINE}[connector]`, 'xor']], 'filtre.connecteur', 'contrib.nom'],
    ['an unknown part', [[`${LINE}[z]`, 'a']], 'filtre.forme', `${LINE}[z]`],
    ['a numbered row without a column', [['filter[0][x]', 'a']], 'filtre.colonne', '0'],
    ['a broken key', [['filter[contrib.nom', 'a']], 'filtre.forme', 'filter[contrib.nom'],
  ] as [string, [string, string][], string, string][])('%s', async (_, pairs, code, field) => {
    const { status, body } = await get<{ code: string; errors: { field: string }[] }>('superadmin', '/v2/contribuables', pairs);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ code, errors: [{ field }] });
  });
});

describe('a filter shows nothing outside the scope', () => {
  /** Rows that are joined by `or`, so that a scope written beside them instead of around them would leak. */
  const rows: fc.Arbitrary<FilterRow[]> = fc.array(
    fc.record({
      column: fc.constantFrom('ent.id', 'ram.id', 'p.id'),
      operator: fc.constantFrom('eq' as const, 'not eq' as const, 'is not null' as const, 'in' as const),
      x: fc.constantFrom('1', '2', '3', '260', '300'),
      connector: fc.constantFrom('or' as const, 'or' as const, 'and' as const),
    }),
    { minLength: 1, maxLength: 4 },
  );
  type Placed = { data: { ramification: { id: number; entite: { id: number } } }[]; meta: { total_records: number } };

  it.each(['/v2/contribuables', '/v2/transactions'])('of %s, whatever its rows and connectors', async (path) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('niamey', 'plateau'), async (filters, account) => {
        const pairs: [string, string][] = [...filterQuery(filters), ['itemperpage', '500'], ['base', 'encaissement']];
        const { status, body } = await get<Placed>(account as Account, path, path.includes('trans') ? pairs.slice(0, -1) : pairs);
        expect(status).toBe(200);
        if (account === 'niamey') expect(body.data.filter(({ ramification }) => ramification.entite.id !== 1)).toEqual([]);
        else expect(body.data.filter(({ ramification }) => !beneath.has(ramification.id))).toEqual([]);
        const [{ n } = { n: -1 }] = await query<{ n: number }>("select count(*)::int as n from transaction where entite_id = 1 and statut = 'Confirmé'");
        expect(body.meta.total_records).toBeLessThanOrEqual(n);
      }),
      { numRuns: 15 },
    );
  });

  it('of configuration or of people', async () => {
    const everything = filterQuery([
      { column: 'ent.id', operator: 'eq', x: '2' },
      { column: 'ent.id', operator: 'is not null', connector: 'or' },
    ]).concat([['itemperpage', '5000']]);
    for (const path of ['/v2/nature_activites', '/v2/type_equipements', '/v2/categorie_activites', '/v2/ramifications', '/v2/entites']) {
      const { body } = await get<{ data: { id: number; entite?: { id: number } }[] }>('niamey', path, everything);
      expect(body.data.length, path).toBeGreaterThan(0);
      expect(body.data.filter(({ id, entite }) => (entite?.id ?? id) !== 1), path).toEqual([]);
    }
    const { body } = await get<{ data: { entites: { id: number }[] }[] }>('niamey', '/v2/users', everything);
    expect(body.data.filter(({ entites }) => !entites.some(({ id }) => id === 1))).toEqual([]);
  });
});

describe('a column on the far side of a list', () => {
  const names = async (filters: FilterRow[]): Promise<string[]> =>
    (await get<{ data: { username: string }[] }>('superadmin', '/v2/users', filterQuery(filters).concat([['itemperpage', '5000']]))).body.data.map(({ username }) => username);

  it('is empty where nothing is attached, and differs where none of what is attached is meant', async () => {
    expect(await names([{ column: 'ram.id', operator: 'is not null' }])).toEqual(['plateau']);
    expect((await names([{ column: 'ent.id', operator: 'is null' }])).toSorted()).toEqual(['plateau', 'superadmin']);
    expect(await names([{ column: 'ent.id', operator: 'not in', x: ['1'] }])).not.toContain('admin.nta');
    expect(await names([{ column: 'ent.id', operator: 'not eq', x: '1' }])).toEqual(expect.arrayContaining(['superadmin', 'maradi']));
  });

  it('does not order', async () => {
    expect((await get('superadmin', '/v2/users', [['orderBy', 'ent.id']])).status).toBe(400);
  });

  it('leaves a person findable by the name that the list shows', async () => {
    const { body } = await get<{ data: { fullName: string }[] }>('superadmin', '/v2/users', [['filter[user.username]', 'niamey']]);
    const fullName = body.data[0]?.fullName ?? '';
    expect(await names([{ column: 'user.fullName', operator: 'like', x: fullName }])).toContain('niamey');
  });
});
