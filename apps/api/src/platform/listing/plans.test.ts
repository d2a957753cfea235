/**
 * How lists are read at volume. The planner is made to believe that the demonstration has millions of rows; no page and no
 * number that a list opens with, or that its usual filters and orders ask for, may then read a growing table from end to end.
 */
import { addDays, todayIn } from '@octroi/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, testApp, TIME_ZONE } from '#src/testing/app.ts';

/** Rows that each is taken to have, at a million taxpayers. */
const ROWS = {
  contribuable: 1_000_000,
  equipement: 1_600_000,
  enrollement: 3_200_000,
  echeance: 8_000_000,
  transaction: 5_600_000,
  imputation: 9_800_000,
  journal: 5_000_000,
  total_contribuable: 4_000_000,
  total_montant: 2_000_000,
  total_enrolement: 500_000,
  total_recette: 500_000,
} as const;

interface Asked {
  text: string;
  values: unknown[];
}
const spy = vi.spyOn(pg.Client.prototype, 'query');
const { signIn, query } = await testApp();

beforeAll(async () => {
  for (const [table, rows] of Object.entries(ROWS)) {
    await query(`alter table ${table} set (autovacuum_enabled = off)`);
    await query(`analyze ${table}`);
    // the planner counts rows by page, of which it sees how many there are
    await query(
      `update pg_class set reltuples = $2, relpages = greatest(1, pg_relation_size(oid) / 8192) where oid = $1::regclass`,
      [table, rows],
    );
  }
});
afterAll(() => spy.mockRestore());

const today = todayIn(TIME_ZONE);
const PERIODE = `from=${addDays(today, -20)}&to=${today}`;
const filter = (column: string, type: string, x: string): string =>
  `filter[${column}][type]=${type}&filter[${column}][x]=${encodeURIComponent(x)}`;

const LISTS = [
  '/v2/contribuables?betail=0',
  `/v2/contribuables?betail=0&from=${today}&to=${today}`,
  `/v2/contribuables?${PERIODE}&page=20`,
  '/v2/contribuables?entite=1&page=40',
  '/v2/contribuables?ms=9',
  '/v2/contribuables?statut=Valid%C3%A9&entite=1',
  '/v2/contribuables?orderBy=contrib.nom&page=1000',
  '/v2/contribuables?orderBy=contrib.nom&sortOrder=desc&entite=1&page=100',
  '/v2/contribuables?orderBy=contrib.fullName&page=1000',
  `/v2/contribuables?${filter('contrib.fullName', 'like', 'moussa')}`,
  `/v2/contribuables?${filter('contrib.telephone', 'like', '8940')}`,
  `/v2/contribuables?${filter('contrib.restant', 'gt', '3000000')}&annee=${today.slice(0, 4)}`,
  `/v2/contribuables?betail=0&${filter('contrib.statut', 'eq', 'Validé')}&${filter('contrib.restant', 'gt', '5000')}`,
  `/v2/contribuables?betail=0&annee=${today.slice(0, 4)}&orderBy=contrib.restant&sortOrder=desc&itemperpage=5`,
  '/v2/contribuables?q=moussa',
  `/v2/contribuables?base=encaissement&betail=0&from=${today}&to=${today}&${filter('contrib.paye', 'not eq', '0')}`,
  `/v2/transactions?from=${today}&to=${today}&betail=0&${filter('trans.montant', 'gt', '0')}`,
  `/v2/transactions?${PERIODE}&page=20`,
  `/v2/transactions?${PERIODE}&orderBy=contrib.fullName&${filter('trans.montant', 'gt', '0')}`,
  `/v2/transactions?${filter('trans.dateTransaction', 'dateBetween', addDays(today, -20))}&filter[trans.dateTransaction][y]=${today}`,
  `/v2/transactions?${PERIODE}&filter[trans.statut][type]=is not null`,
  `/v2/transactions?${PERIODE}&${filter('trans.montant', 'gt', '700')}`,
  '/v2/transactions?entite=1&page=100',
  `/v2/transactions?ms=9&${PERIODE}`,
  `/v2/transactions?${filter('trans.statut', 'eq', 'En attente de confirmation')}&${PERIODE}`,
  `/v2/transactions?${filter('trans.noTransaction', 'like', 'T0000012')}`,
] as const;
/** Lists that are searched by words, of a name that few have, none, or many. */
const SEARCHED = [
  'contribuables', 'impayes', `impayes?to=${addDays(today, -30)}`, 'transactions', `transactions?${PERIODE}`, 'imputations', 'equipements',
  'enrollements', 'avis_remis', 'contribuables?base=encaissement', 'contribuables/totaux?base=encaissement',
].flatMap((list) => ['xyzabc', 'moussa', 'abdou moumouni'].map((words) => `/v2/${list}${list.includes('?') ? '&' : '?'}q=${words}`)); // prettier-ignore
/** Of all collectivités together these are counted row by row: no total has their number. */
const OF_A_TOWN = ['/v2/equipements?page=10', '/v2/enrollements?page=10'] as const;

interface Node {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  Filter?: string;
  Plans?: Node[];
}
const READS = /^\s*(\/\* prepared \*\/)?\s*(select|with)\b/i;

/** What a connection was given: a text with its values, or both as one. */
function statementOf(parts: readonly unknown[]): Asked {
  const [first, second] = parts;
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  const { text = '', values = [] } = first as Partial<Asked>;
  return { text, values };
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf({ text, values }: Asked): Promise<Node[]> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`, values);
  return nodesOf(row!['QUERY PLAN'][0].Plan);
}

/** Growing tables that a statement reads from end to end. */
async function scannedBy(asked: Asked): Promise<string[]> {
  return (await planOf(asked)).flatMap(({ 'Node Type': type, 'Relation Name': table }) =>
    type === 'Seq Scan' && table !== undefined && table in ROWS ? [table] : [],
  );
}

/** What a list asks of the database. */
async function statementsOf(account: Account, address: string): Promise<Asked[]> {
  const person = await signIn(account);
  spy.mockClear();
  const { status } = await person.get(address);
  expect(status).toBe(200);
  const asked = spy.mock.calls.map(statementOf).filter(({ text }) => READS.test(text));
  expect(asked.length).toBeGreaterThan(1);
  return asked;
}

describe.each(['superadmin', 'niamey', 'plateau'] satisfies Account[])('lists of %s', (account) => {
  it.each(account === 'superadmin' ? LISTS : [...LISTS, ...OF_A_TOWN])(
    'read no growing table completely: %s',
    async (address) => {
      const asked = await statementsOf(account, address);
      const scans = await Promise.all(asked.map(scannedBy));
      expect(asked.flatMap(({ text }, rank) => scans[rank]!.map((table) => `${table}: ${text}`))).toEqual([]);
    },
  );
  it.each(SEARCHED)(
    'work out no search keys row by row, a third of a millisecond each: %s',
    async (address) => {
      const asked = await statementsOf(account, address);
      const searches = asked.filter(({ text }) => text.includes('cles_de_contribuable'));
      expect(searches.length).toBeGreaterThan(0);
      const plans = (await Promise.all(searches.map(planOf))).flat();
      expect(plans.filter(({ Filter }) => Filter?.includes('cles_de_contribuable'))).toEqual([]);
    },
  );
  it.each(SEARCHED.filter((address) => address.includes('encaissement')))(
    'add up what the taxpayers found owed and paid, not what all did: %s',
    async (address) => {
      const asked = await statementsOf(account, address);
      const plans = (await Promise.all(asked.map(planOf))).flat();
      const read = plans.filter(
        ({ 'Relation Name': table }) => table === 'echeance' || table === 'transaction',
      );
      expect(read.length).toBeGreaterThan(0);
      expect(read.filter((node) => node['Plan Rows'] > ROWS.echeance / 100)).toEqual([]);
    },
  );
});
