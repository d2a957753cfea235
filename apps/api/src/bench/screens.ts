/**
 * Repeats the calls of screens recorded in a browser (`npm run bench:ecrans`) with other days, places, pages and
 * records.
 */
import { readFile } from 'node:fs/promises';
import { addDays, type Day, daysBetween, isDay } from '@octroi/contract';
import type { Recording } from '@octroi/contract/platform/http/recording';
import type { Random } from '#src/demo/random.ts';
import type { Target } from './load.ts';
import type { Scenario } from './scenarios.ts';

/** Limit for a call of a screen: milliseconds at the 95th percentile. */
const MOST = 250;
/** Requests of a measure by one client: few, as there are hundreds of calls. */
const REQUESTS = 30;
/** Limit for what no total tells: it is worked out from all échéances. */
const MOST_WORKED_OUT = 5000;
/** Limit for the 3,000 rows of a printed list. */
const MOST_OF_A_PAPER = 500;
/** Of échéances due between two days, the debtors are counted. */
const TOTALS_OF_IMPAYES = '/v2/impayes/totaux';
/** Lines without an échéance. */
const SANS_TARIF = '/v2/echeances/sans-tarif';
const ANOTHER_DAY = ' un autre jour';
const PLACES = new Set([
  'branch',
  'ms',
  'secteur',
  'zone',
  'quartier',
  'departement',
  'ramification',
  'parent',
]);

type Account = NonNullable<Scenario['account']>;

/** The recorded calls; empty without a recording. */
export async function readRecordings(file: string): Promise<Recording[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text) as Recording[];
}

/** Ids of the first records of a list in the person’s scope; empty if there is no such list. */
async function idsOf({ origin, cookie }: Target, list: string): Promise<number[]> {
  const reply = await fetch(`${origin}/v2/${list}?itemperpage=100`, { headers: { cookie } });
  if (!reply.ok) return [];
  const { data } = (await reply.json()) as { data?: { id?: unknown }[] };
  return (data ?? []).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
}

/**
 * A scenario for each distinct call of a person’s screens. A call of a record without a list is reported and
 * omitted.
 * @param today last day of the data
 * @param clients number of simultaneous clients; several may wait ten times as long as one
 */
export async function screenScenarios(
  recordings: readonly Recording[],
  account: Account,
  target: Target,
  {
    today,
    clients,
    random,
    say,
  }: { today: Day; clients: number; random: Random; say: (line: string) => void },
): Promise<Scenario[]> {
  const known = new Map<string, number[]>();
  const ids = async (list: string): Promise<number[]> => {
    if (!known.has(list)) known.set(list, await idsOf(target, list));
    return known.get(list) ?? [];
  };
  const [entites, places] = [await ids('entites'), await ids('ramifications')];
  const made = new Map<string, Scenario>();
  for (const { person, screen, call } of recordings) {
    if (person !== account) continue;
    const { pathname, searchParams } = new URL(call, target.origin);
    const [, , list = '', id, ...below] = pathname.split('/');
    const isOfRecord = /^(\d+|[0-9a-f-]{36})$/.test(id ?? '');
    const records = isOfRecord ? await ids(list) : [];
    if (isOfRecord && records.length === 0) {
      say(`Non rejoué pour ${account}, dont aucune liste ne donne de quoi : ${call}`);
      continue;
    }
    const path = (): string =>
      records.length > 0 ? ['', 'v2', list, random.pick(records), ...below].join('/') : pathname;

    const parameters = [...searchParams];
    const [first, last] = [searchParams.get('from'), searchParams.get('to')].map((day) =>
      day && isDay(day) ? day : undefined,
    );
    /** @param back number of days by which each day of the call is moved back */
    const valueOf = ([name, value]: [string, string], back: number): string => {
      const to = addDays(today, -back);
      if (name === 'to' && last) return to;
      if (name === 'from' && first)
        return last ? addDays(to, -daysBetween(first, last)) : addDays(first, -back);
      if (isDay(value)) return addDays(value, -back);
      if (name === 'page' && Number(value) > 1) return String(random.int(2, 20));
      if (name === 'entite' && entites.length > 0) return String(random.pick(entites));
      if (PLACES.has(name) && places.length > 0)
        return value.replaceAll(/\d+/g, () => String(random.pick(places)));
      return value;
    };
    const query = (back: number): string =>
      new URLSearchParams(parameters.map((one): [string, string] => [one[0], valueOf(one, back)])).toString();
    const varies = (name: string, value: string): boolean =>
      ['from', 'to', 'page', 'entite'].includes(name) || PLACES.has(name) || isDay(value);
    const days = first && last ? `to (${daysBetween(first, last) + 1} j)` : 'to';
    const shown = parameters.map(([name, value]) =>
      name === 'to' ? days : varies(name, value) ? name : `${name}=${value}`,
    );
    const route = records.length > 0 ? ['', 'v2', list, '{id}', ...below].join('/') : pathname;
    // by default a screen shows today, for which more is stored than for other days
    const moves: [string, () => number][] = parameters.some(([, value]) => isDay(value))
      ? [
          [' aujourd’hui', () => 0],
          [ANOTHER_DAY, () => random.int(1, 60)],
        ]
      : [['', () => 0]];
    for (const [day, back] of moves) {
      const name = `écran ${screen} (${account})${day} : ${route}${shown.length > 0 ? `?${shown.join('&')}` : ''}`;
      if (made.has(name)) continue;
      const isWorkedOut = (pathname === TOTALS_OF_IMPAYES && first !== undefined) || pathname === SANS_TARIF;
      const isPaper = screen.startsWith('/impressions/liste-');
      const limit = isWorkedOut ? MOST_WORKED_OUT : isPaper ? MOST_OF_A_PAPER : MOST;
      made.set(name, {
        name,
        account,
        clients: [clients],
        most: REQUESTS * clients,
        bar: { p95: limit * (clients > 1 ? 10 : 1) },
        next: () => ({ octroi: parameters.length > 0 ? `${path()}?${query(back())}` : path() }),
      });
    }
  }
  return [...made.values()];
}
