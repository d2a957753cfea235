/** Turns the rows of a filter into one parameterised SQL condition, over declared columns only. */
import {
  type FieldType,
  FilterError,
  type FilterField,
  type FilterRow,
  isDay,
  OPERATORS_BY_TYPE,
} from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import { type RawBuilder, sql } from 'kysely';

export interface ListColumn {
  sql: RawBuilder<unknown>;
  type: FieldType;
  /** What screens call it, for what is wrong with a filter; a key that no screen offers has none. */
  label?: string | undefined;
  /** Values of a `choice`; any other is refused. */
  values?: readonly string[] | undefined;
  /** Whether the quick search looks through it. */
  identifies?: boolean | undefined;
  /** Join that the column is read through. */
  join?: string;
  /** The column as `texte_compare` gives it, where it is stored so. */
  searched?: RawBuilder<string>;
  /** Text with a trigram index that holds the column's: `like` looks there first. */
  search?: RawBuilder<string>;
  /**
   * For a figure that is 0 where its join finds no row: the same where it finds one. A condition that 0 does not meet
   * is put to this one, so that an index on the joined table can serve it.
   */
  found?: RawBuilder<unknown>;
  /** An index of a joined table has its order: rows are read along it until a page is full. */
  walked?: true;
  /** What the list is ordered by in its stead, and through which join: a place by the rank of its path. */
  order?: { sql: RawBuilder<unknown>; join: string };
  /** Whether it may be empty: empty values then come last in either order. */
  nullable?: boolean;
  /** For a list that reads otherwise than from the column whether it is empty. */
  isNull?: RawBuilder<boolean>;
  /** For a column on the far side of a to-many link: wraps the condition on it. */
  some?: (condition: RawBuilder<boolean>) => RawBuilder<boolean>;
}

/** How a column that the contract states is read. */
export type SqlColumn = Omit<ListColumn, 'type' | 'label' | 'values' | 'identifies'>;

/**
 * The columns of a list: the SQL of each field that the contract states for it, none missing and none more.
 * @param keys whole numbers that filters may also use, though no screen offers them (`trans.id`)
 */
export function sqlColumns<Field extends string>(
  fields: Readonly<Record<Field, FilterField>>,
  columns: Readonly<Record<NoInfer<Field>, SqlColumn>>,
  keys: Readonly<Record<string, SqlColumn>> = {},
): Record<string, ListColumn> {
  const stated = Object.entries<FilterField>(fields).map(
    ([name, { type, label, values, identifies }]): [string, ListColumn] => [
      name,
      { ...columns[name as Field], type, label, values, identifies },
    ],
  );
  const own = Object.entries(keys).map(([name, column]): [string, ListColumn] => [
    name,
    { ...column, type: 'integer' },
  ]);
  return Object.fromEntries([...own, ...stated]);
}

type Condition = RawBuilder<boolean>;

/**
 * One condition for all rows, `and` binding tighter than `or`.
 * @param columnOf finds a declared column
 * @throws FilterError for an operator that the type does not take, or a value that cannot be read
 */
export function filterCondition(
  rows: readonly FilterRow[],
  columnOf: (name: string) => ListColumn,
): Condition | undefined {
  const groups: Condition[][] = [];
  for (const row of rows) {
    const condition = rowCondition(row, columnOf(row.column));
    if (row.connector === 'or' || groups.length === 0) groups.push([condition]);
    else groups.at(-1)?.push(condition);
  }
  if (groups.length === 0) return undefined;
  const all = groups.map((group) => sql`(${sql.join(group, sql` and `)})`);
  return sql<boolean>`(${sql.join(all, sql` or `)})`;
}

function rowCondition(row: FilterRow, column: ListColumn): Condition {
  if (!OPERATORS_BY_TYPE[column.type].includes(row.operator))
    throw new FilterError(
      'filtre.operateur',
      row.column,
      `${column.label ? `${column.label} : c` : 'C'}ette opération ne convient pas à ce champ.`,
    );
  if (column.some && (row.operator === 'not eq' || row.operator === 'not in')) {
    const opposite = { ...row, operator: row.operator === 'not eq' ? ('eq' as const) : ('in' as const) };
    return sql<boolean>`not ${column.some(plainCondition(opposite, column))}`;
  }
  if (column.some && row.operator === 'is null') return sql<boolean>`not ${column.some(sql`true`)}`;
  const condition = plainCondition(row, column);
  return column.some ? column.some(condition) : condition;
}

function plainCondition(row: FilterRow, column: ListColumn): Condition {
  const { type } = column;
  const field = impliesFound(row, column) ? column.found : column.sql;
  if (row.operator === 'is null') return column.isNull ?? sql`${field} is null`;
  if (row.operator === 'is not null')
    return column.isNull ? sql`not ${column.isNull}` : sql`${field} is not null`;
  if (type === 'instant' || type === 'day') return dateCondition(row, field, type);

  const value = (text: string): RawBuilder<unknown> => valueOf(row, text, column);
  const x = Array.isArray(row.x) ? '' : (row.x ?? '');
  switch (row.operator) {
    case 'eq':
      return sql`${field} = ${value(x)}`;
    case 'not eq':
      return sql`${field} is distinct from ${value(x)}`;
    case 'lt':
      return sql`${field} < ${value(x)}`;
    case 'lte':
      return sql`${field} <= ${value(x)}`;
    case 'gt':
      return sql`${field} > ${value(x)}`;
    case 'gte':
      return sql`${field} >= ${value(x)}`;
    case 'like':
      return contains(column, value(x), x);
    case 'not like':
      return sql`not coalesce(${contains(column, value(x), x)}, false)`;
    case 'in':
    case 'not in': {
      const list = Array.isArray(row.x) ? row.x : [x];
      const condition =
        list.length === 0 ? sql<boolean>`false` : sql<boolean>`${field} in (${sql.join(list.map(value))})`;
      return row.operator === 'in' ? condition : sql`not coalesce(${condition}, false)`;
    }
    case 'between':
    case 'dateBetween': {
      const [low, high] = [x, row.y ?? ''];
      if (high === '') throw bad(row, 'La seconde borne manque');
      if (type !== 'text' && Number(plainNumber(low)) > Number(plainNumber(high))) throw reversed(row);
      return sql`${field} between ${value(low)} and ${value(high)}`;
    }
  }
}

/** Whether a condition holds only where the column's join finds a row. */
export const impliesFound = (
  row: FilterRow,
  column: ListColumn,
): column is ListColumn & { found: RawBuilder<unknown> } =>
  // `not eq` holds where there is no row
  column.found !== undefined && row.operator !== 'not eq' && refusesZero(row);

/** Whether a comparison of numbers is false for 0. */
export function refusesZero(row: FilterRow): boolean {
  const x = Number(plainNumber(String(row.x ?? '')));
  const y = Number(plainNumber(row.y ?? ''));
  switch (row.operator) {
    case 'eq':
      return x !== 0;
    case 'not eq':
      return x === 0;
    case 'gt':
      return x >= 0;
    case 'gte':
      return x > 0;
    case 'lt':
      return x <= 0;
    case 'lte':
      return x < 0;
    case 'between':
      return x > 0 || y < 0;
    default:
      return false;
  }
}

const bad = (row: FilterRow, message: string): FilterError =>
  new FilterError('filtre.valeur', row.column, `${message}.`);
const reversed = (row: FilterRow): FilterError => bad(row, 'La première borne dépasse la seconde');

const BOOLEANS: Record<string, boolean> = {
  '1': true,
  true: true,
  oui: true,
  '0': false,
  false: false,
  non: false,
};

/** Digits as people group them, and a comma for the point. */
const plainNumber = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');

function valueOf(row: FilterRow, text: string, { type, values }: ListColumn): RawBuilder<unknown> {
  const trimmed = text.trim();
  switch (type) {
    case 'integer':
    case 'amount':
    case 'reference': {
      const compact = plainNumber(text);
      if (!/^-?\d{1,15}$/.test(compact)) throw bad(row, `« ${text} » n'est pas un nombre entier`);
      return sql`${Number(compact)}::bigint`;
    }
    case 'decimal': {
      const compact = plainNumber(text);
      if (!/^-?\d{1,12}(\.\d{1,8})?$/.test(compact)) throw bad(row, `« ${text} » n'est pas un nombre`);
      return sql`${compact}::numeric`;
    }
    case 'boolean': {
      const flag = BOOLEANS[trimmed.toLowerCase()];
      if (flag === undefined) throw bad(row, `« ${text} » n'est ni oui ni non`);
      return sql`${flag}::boolean`;
    }
    default:
      if (values && !values.includes(text) && !row.operator.endsWith('like'))
        throw bad(row, `« ${text} » n'est pas une des valeurs possibles`);
      if (text.includes('\0')) throw bad(row, 'Le texte contient un caractère interdit');
      return sql`${text}`;
  }
}

/** Fewer letters than these make no trigram, and the whole of the index would be walked for nothing. */
const TRIGRAM = 3;

/**
 * Contains, as texts are compared; `%` and `_` are letters like others. They are escaped once the text is folded, since
 * some signs turn into them then (the full-width ones). A text of nothing but accents or invisible characters is nowhere.
 * @param text `typed` as a value of the column
 */
function contains(column: ListColumn, text: RawBuilder<unknown>, typed: string): Condition {
  const { length } = folded(typed);
  if (length === 0 && typed !== '') return sql`false`;
  const pattern = sql`('%' || regexp_replace(texte_compare(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`;
  const exact = sql<boolean>`${column.searched ?? sql`texte_compare(${column.sql})`} like ${pattern}`;
  if (!column.search) return exact;
  if (length >= TRIGRAM) return sql`(${column.search} like ${pattern} and ${exact})`;
  // what is stored as it is searched needs no other look; taking accents off a million texts is spared by an expression
  // that no index knows
  return column.searched ? exact : sql`((${column.search} || '') like ${pattern} and ${exact})`;
}

/**
 * Whether each word of what was typed stands in one of the columns, any of them.
 * @param columns those that identify a row; none finds nothing
 */
export function holdsWords(columns: readonly ListColumn[], typed: string): Condition {
  const words = folded(typed).split(' ').filter(Boolean);
  if (columns.length === 0 || words.length === 0) return sql`false`;
  const somewhere = (word: string): Condition =>
    sql`(${sql.join(
      columns.map((column) => sql`coalesce(${contains(column, sql`${word}`, word)}, false)`),
      sql` or `,
    )})`;
  return sql`(${sql.join(words.map(somewhere), sql` and `)})`;
}

/** The days that a text names: a day, or for `like` also a month (`2026-11`) or a year. */
function daysOf(row: FilterRow, text: string | undefined): { from: string; to: string } {
  const given = (text ?? '').trim();
  const french = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(given);
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : given.replace(/T.*$/, '');
  if (isDay(day)) return { from: day, to: day };
  if (row.operator === 'like') {
    const month = /^(\d{4})-(\d{2})$/.exec(day);
    if (month && isDay(`${day}-01`)) {
      const last = new Date(Date.UTC(Number(month[1]), Number(month[2]), 0)).getUTCDate();
      return { from: `${day}-01`, to: `${day}-${last}` };
    }
    if (/^\d{4}$/.test(day)) return { from: `${day}-01-01`, to: `${day}-12-31` };
  }
  throw bad(row, `« ${given} » n'est pas une date`);
}

/** A day given to a moment means that whole local day; bounds are inclusive. */
function dateCondition(row: FilterRow, field: RawBuilder<unknown>, type: 'instant' | 'day'): Condition {
  const start = (day: string) => (type === 'day' ? sql`${day}::date` : sql`debut_du_jour(${day}::date)`);
  const end = (day: string) =>
    type === 'day' ? sql`(${day}::date + 1)` : sql`debut_du_jour(${day}::date + 1)`;
  const { from, to } = daysOf(row, Array.isArray(row.x) ? row.x[0] : row.x);
  switch (row.operator) {
    case 'not eq':
      return sql`(${field} is null or ${field} < ${start(from)} or ${field} >= ${end(to)})`;
    case 'lt':
      return sql`${field} < ${start(from)}`;
    case 'lte':
      return sql`${field} < ${end(to)}`;
    case 'gt':
      return sql`${field} >= ${end(to)}`;
    case 'gte':
      return sql`${field} >= ${start(from)}`;
    case 'between':
    case 'dateBetween': {
      const last = daysOf(row, row.y).to;
      if (from > last)
        throw new FilterError('filtre.valeur', row.column, 'La date de début est après la date de fin.');
      return sql`(${field} >= ${start(from)} and ${field} < ${end(last)})`;
    }
    default:
      return sql`(${field} >= ${start(from)} and ${field} < ${end(to)})`;
  }
}
