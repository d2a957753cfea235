/**
 * The filter grammar of all lists (specification 1 section 1 and 2 section 7): the rows of the filter builder, the
 * operators of each field type, and the query string.
 */
import type { NamedPath } from '../../register.ts';
import type { Nested } from '../http/schemas.ts';

export const FILTER_OPERATORS = [
  'eq',
  'not eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'like',
  'not like',
  'is null',
  'is not null',
  'between',
  'dateBetween',
  'in',
  'not in',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export const OPERATOR_LABELS: Record<FilterOperator, string> = {
  eq: 'égal à',
  'not eq': 'différent de',
  lt: 'inférieur à',
  lte: 'inférieur ou égal à',
  gt: 'supérieur à',
  gte: 'supérieur ou égal à',
  like: 'contient',
  'not like': 'ne contient pas',
  'is null': 'est vide',
  'is not null': "n'est pas vide",
  between: 'entre',
  dateBetween: 'entre les dates',
  in: 'parmi',
  'not in': 'pas parmi',
};

/**
 * `instant` is a moment filtered by its local day; `day` is a calendar day; `amount` is whole francs; `decimal` is a
 * number with a fraction (a percentage, a coordinate).
 */
export type FieldType =
  | 'text'
  | 'integer'
  | 'amount'
  | 'decimal'
  | 'boolean'
  | 'instant'
  | 'day'
  | 'reference'
  | 'choice';

const NULLNESS = ['is null', 'is not null'] as const;
const ORDER = ['eq', 'not eq', 'lt', 'lte', 'gt', 'gte', 'between', 'in', 'not in', ...NULLNESS] as const;
const TEXT = [
  'like',
  'not like',
  'eq',
  'not eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'in',
  'not in',
  ...NULLNESS,
] as const;
const DATE = [
  'eq',
  'like',
  'not eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'dateBetween',
  'between',
  ...NULLNESS,
] as const;
const CHOICE = ['eq', 'not eq', 'in', 'not in', 'like', 'not like', ...NULLNESS] as const;

/** The operators of each field type; the first is the default of a new row. */
export const OPERATORS_BY_TYPE: Record<FieldType, readonly FilterOperator[]> = {
  text: TEXT,
  integer: ORDER,
  amount: ORDER,
  decimal: ORDER,
  boolean: ['eq', 'not eq', 'in', 'not in', ...NULLNESS],
  instant: DATE,
  day: DATE,
  reference: ['eq', 'not eq', 'in', 'not in', ...NULLNESS],
  choice: CHOICE,
};

/** A column that a list can be filtered and ordered by. */
export interface FilterField {
  type: FieldType;
  label: string;
  /** Resource of a `reference`. */
  to?: NamedPath;
  /** Column by which the choices are filtered to the current collectivité. */
  within?: string;
  /** All values of a `reference` to a short fixed list, which is no resource. */
  choices?: readonly Nested[];
  /** Values of a `choice`. */
  values?: readonly string[];
  /** Their labels, if different. */
  labels?: Readonly<Record<string, string>>;
  /** Usable in addresses and orders; not offered in the filter builder. */
  unoffered?: true;
  /** It identifies a row: the quick search of the list looks at it. */
  identifies?: true;
  /** Chip text for rows without a value (`is null`), and for rows with one. */
  without?: string;
  with?: string;
}

export type FilterConnector = 'and' | 'or';

/** One row of the filter builder. `x` is a list for `in` and `not in`; `y` is the second bound. */
export interface FilterRow {
  column: string;
  operator: FilterOperator;
  x?: string | string[];
  y?: string;
  /** Joins this row to the previous one; `and` binds tighter than `or`. */
  connector?: FilterConnector;
}

export type FilterErrorCode =
  | 'filtre.colonne'
  | 'filtre.operateur'
  | 'filtre.valeur'
  | 'filtre.connecteur'
  | 'filtre.forme';

/** An invalid filter; `column` is the row at fault, `message` is for the person. */
export class FilterError extends Error {
  readonly code: FilterErrorCode;
  readonly column: string;
  constructor(code: FilterErrorCode, column: string, message: string) {
    super(message);
    this.name = 'FilterError';
    this.code = code;
    this.column = column;
  }
}

const isOperator = (text: string): text is FilterOperator =>
  (FILTER_OPERATORS as readonly string[]).includes(text);

const needsNoValue = (operator: FilterOperator): boolean =>
  operator === 'is null' || operator === 'is not null';
const takesList = (operator: FilterOperator): boolean => operator === 'in' || operator === 'not in';
const takesBounds = (operator: FilterOperator): boolean =>
  operator === 'between' || operator === 'dateBetween';

/** How many values an operator takes; decides the inputs of the filter builder. */
export function operandsOf(operator: FilterOperator): 'none' | 'one' | 'two' | 'many' {
  if (needsNoValue(operator)) return 'none';
  if (takesBounds(operator)) return 'two';
  return takesList(operator) ? 'many' : 'one';
}

interface RawRow {
  column?: string;
  type?: string;
  x: string[];
  y?: string;
  connector?: string;
}

const KEY = /^filter((?:\[[^\]]*\])+)$/;
const NUMBER = /^\d+$/;

function addPart(row: RawRow, part: string, value: string, key: string): void {
  if (part === 'x') row.x.push(value);
  else if (part === 'y') row.y = value;
  else if (part === 'type' || part === 'column' || part === 'connector') row[part] = value;
  else throw new FilterError('filtre.forme', key, "Un filtre de l'adresse n'est pas compris.");
}

/** Invisible marks: copied along with names in mixed scripts. */
const MARKS = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Parses the rows of a flat query (`filter[f.nom][type]=like`, `filter[f.nom][x]=an`, the short form `filter[te.id]=1`,
 * and the numbered form `filter[0][column]=f.nom`, which allows a column twice and orders the rows). The caller checks
 * the columns: only the list knows them.
 * @throws FilterError
 */
export function parseFilterQuery(query: Record<string, unknown>): FilterRow[] {
  const rows = new Map<string, RawRow>();
  for (const [key, entry] of Object.entries(query)) {
    if (!key.startsWith('filter')) continue;
    const path = KEY.exec(key)?.[1]?.slice(1, -1).split('][');
    if (!path || !path[0])
      throw new FilterError('filtre.forme', key, "Un filtre de l'adresse n'est pas compris.");
    const [name, part = 'x', extra] = path;
    if (path.length > 3 || (extra !== undefined && (part !== 'x' || !/^\d*$/.test(extra))))
      throw new FilterError('filtre.forme', key, "Un filtre de l'adresse n'est pas compris.");
    let row = rows.get(name);
    if (!row) {
      row = { x: [], ...(NUMBER.test(name) ? {} : { column: name }) };
      rows.set(name, row);
    }
    for (const value of Array.isArray(entry) ? entry : [entry])
      addPart(row, part, String(value).replaceAll(MARKS, ''), key);
  }
  const found = [...rows];
  const numbered = found.filter(([name]) => NUMBER.test(name)).sort(([a], [b]) => Number(a) - Number(b));
  return found.map((entry) => finishRow(...(NUMBER.test(entry[0]) ? (numbered.shift() ?? entry) : entry)));
}

function finishRow(name: string, raw: RawRow): FilterRow {
  const { column } = raw;
  if (!column)
    throw new FilterError(
      'filtre.colonne',
      name,
      `La ligne de filtre n° ${name} ne dit pas de quel champ il s'agit.`,
    );
  const type = raw.type ?? (raw.x.length > 1 ? 'in' : 'eq');
  if (!isOperator(type))
    throw new FilterError('filtre.operateur', column, "Cette opération de filtre n'existe pas.");
  const row: FilterRow = { column, operator: type };
  if (raw.connector !== undefined && raw.connector !== '') {
    const connector = raw.connector.toLowerCase();
    if (connector !== 'and' && connector !== 'or')
      throw new FilterError(
        'filtre.connecteur',
        column,
        'Deux lignes de filtre se lient par « et » ou par « ou ».',
      );
    row.connector = connector;
  }
  if (needsNoValue(type)) return row;
  if (takesList(type)) row.x = raw.x.flatMap((text) => splitList(column, text));
  else if (takesBounds(type)) [row.x, row.y] = bounds(column, raw);
  else row.x = raw.x[0] ?? '';
  return row;
}

/** `between` may come as one text: two bounds separated by `et`. */
function bounds(column: string, raw: RawRow): [string, string | undefined] {
  const first = raw.x[0] ?? '';
  if (raw.y !== undefined && raw.y !== '') return [first.trim(), raw.y.trim()];
  if (raw.x.length === 2) return [first.trim(), raw.x[1]?.trim()];
  const [low = '', high, ...rest] = first.split(/\s+(?:et|au)\s+/i);
  if (rest.length > 0) throw new FilterError('filtre.valeur', column, `« ${first} » a plus de deux bornes.`);
  return [low.trim(), high?.trim()];
}

function splitList(column: string, text: string): string[] {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return trimmed === '' ? [] : trimmed.split(',').map((item) => item.trim());
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch {
    throw new FilterError('filtre.valeur', column, "La liste de valeurs d'un filtre n'est pas comprise.");
  }
  if (!Array.isArray(parsed) || parsed.some((item) => typeof item === 'object'))
    throw new FilterError('filtre.valeur', column, "La liste de valeurs d'un filtre n'est pas comprise.");
  return parsed.map(String);
}

/** The query parameters of `rows`, in the numbered form that `parseFilterQuery` reads. */
export function filterQuery(rows: readonly FilterRow[]): [string, string][] {
  return rows.flatMap((row, index) => {
    const key = (part: string): string => `filter[${index}][${part}]`;
    const pairs: [string, string][] = [
      [key('column'), row.column],
      [key('type'), row.operator],
    ];
    if (row.x !== undefined) pairs.push([key('x'), Array.isArray(row.x) ? JSON.stringify(row.x) : row.x]);
    if (row.y !== undefined) pairs.push([key('y'), row.y]);
    if (row.connector) pairs.push([key('connector'), row.connector]);
    return pairs;
  });
}

/** The same as an object, for calls that take their query so. */
export const filterParams = (rows: readonly FilterRow[]): Record<`filter[${string}`, string> =>
  Object.fromEntries(filterQuery(rows));

/** An incomplete row filters nothing. */
export function isComplete(row: FilterRow): boolean {
  if (needsNoValue(row.operator)) return true;
  if (Array.isArray(row.x)) return row.x.length > 0;
  if (takesBounds(row.operator)) return Boolean(row.x) && Boolean(row.y);
  return row.x !== undefined && row.x !== '';
}
