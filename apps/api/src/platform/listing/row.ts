/**
 * The rows of a list as JSON that PostgreSQL writes from their declaration (ADR 0069). Instants and ids of names are
 * selected beside that text and inserted into it here: in SQL, formatting the instants and joining the names takes longer.
 */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Names, WantedNames } from './names/names.ts';
import { NAME_SCHEMAS, type NameKind, nameOf } from './names/names.repository.ts';

/** An instant, written in UTC. */
class Instant {
  readonly value: RawBuilder<unknown>;
  constructor(value: RawBuilder<unknown>) {
    this.value = value;
  }
}
/** A place, an account or a payment method, by its id. */
class Named {
  readonly kind: NameKind;
  readonly id: RawBuilder<unknown>;
  constructor(kind: NameKind, id: RawBuilder<unknown>) {
    this.kind = kind;
    this.id = id;
  }
}

/** @param column name of a `timestamptz`: `trans.date_transaction` */
export const instant = (column: string): Instant => new Instant(sql.ref(column));
/** @param id column or expression of an id, which may be null: `trans.ramification_id` */
export const named = (kind: NameKind, id: string | RawBuilder<unknown>): Named =>
  new Named(kind, typeof id === 'string' ? sql.ref(id) : id);

type FieldOf<Value> =
  | RawBuilder<unknown>
  | Instant
  | Named
  | (Value extends readonly unknown[] ? never : Value extends object ? RowFields<Value> : never);
/** How each field of a row is read. A nested object is one expression, or has its own fields. */
export type RowFields<Row> = { readonly [Key in keyof Row]: FieldOf<NonNullable<Row[Key]>> };

type Field = RawBuilder<unknown> | Instant | Named | { readonly [key: string]: Field };
type Raw = Record<string, unknown>;
/** @param nameText the JSON of a name by its id */
type Write = (raw: Raw, nameText: (kind: NameKind, id: number) => string) => string;

export interface RowPlan {
  /** The columns of a statement. @param inline whether they hold the names themselves, in place of ids */
  select: (inline: boolean) => RawBuilder<unknown>;
  write: Write;
  /** Ids of the names that rows hold. */
  wanted: (rows: readonly Raw[]) => Map<NameKind, Set<number>>;
}

const isExpression = (field: Field): field is RawBuilder<unknown> => 'isRawBuilder' in field;

/** The fields of an object's schema. @throws if the schema is not of an object */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return shapeOf(schema.unwrap() as z.ZodType);
  throw new Error('only the schema of an object tells the fields of a row');
}

/** The fields of the schema, each with how it is read: other fields are left out. @throws if one is not read */
const declared = (fields: Record<string, Field>, schema: z.ZodType): [string, Field, z.ZodType][] =>
  Object.entries(shapeOf(schema)).flatMap(([key, own]): [string, Field, z.ZodType][] => {
    const field = fields[key];
    if (field) return [[key, field, own]];
    if (own instanceof z.ZodOptional) return [];
    throw new Error(`the list does not read the field « ${key} » of its rows`);
  });

const jsonOf = (expressions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(select row_to_json(o) from (select ${sql.join(expressions)}) as o)`;

class Planner {
  readonly columns: { select: RawBuilder<unknown>; inline: RawBuilder<unknown> }[] = [];
  readonly named: { alias: string; kind: NameKind }[] = [];

  /** @returns its alias */
  add(select: RawBuilder<unknown>, inline = select): string {
    const alias = `c${this.columns.length}`;
    const as = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`${value} as ${sql.id(alias)}`;
    this.columns.push({ select: as(select), inline: as(inline) });
    return alias;
  }

  /** The field as one expression; undefined if something has to be inserted into it. */
  expression(field: Field, schema: z.ZodType): RawBuilder<unknown> | undefined {
    if (isExpression(field)) return field;
    if (field instanceof Instant || field instanceof Named) return undefined;
    const parts = declared(field, schema).map(([key, part, own]) => {
      const value = this.expression(part, own);
      return value && sql`${value} as ${sql.id(key)}`;
    });
    return parts.every((part) => part !== undefined) ? jsonOf(parts) : undefined;
  }

  writer(field: Field, schema: z.ZodType): Write {
    if (field instanceof Instant) {
      const alias = this.add(field.value);
      return (raw) => (raw[alias] === null ? 'null' : `"${raw[alias] as string}"`);
    }
    if (field instanceof Named) {
      const { kind, id } = field;
      const [fields, named] = [schema, NAME_SCHEMAS[kind]].map((one) =>
        Object.keys(shapeOf(one)).toSorted().join(),
      );
      if (fields !== named) throw new Error(`a name of « ${kind} » has the fields ${named}, not ${fields}`);
      const alias = this.add(id, sql`${nameOf(kind, id)}::text`);
      this.named.push({ alias, kind });
      return (raw, nameText) => {
        const value = raw[alias] as number | string | null;
        if (value === null) return 'null';
        return typeof value === 'string' ? value : nameText(kind, value);
      };
    }
    return this.object(field as Record<string, Field>, schema);
  }

  object(fields: Record<string, Field>, schema: z.ZodType, only?: readonly string[]): Write {
    const inText: RawBuilder<unknown>[] = [];
    const beside: [string, Write][] = [];
    for (const [key, field, own] of declared(fields, schema)) {
      if (only && !only.includes(key)) continue;
      const value = this.expression(field, own);
      if (value) inText.push(sql`${value} as ${sql.id(key)}`);
      else beside.push([`,${JSON.stringify(key)}:`, this.writer(field, own)]);
    }
    const alias = this.add(sql`${jsonOf(inText)}::text`);
    return (raw, nameText) => {
      let text = (raw[alias] as string).slice(0, -1);
      for (const [key, write] of beside) text += key + write(raw, nameText);
      return `${text}}`;
    };
  }
}

function plan(fields: Record<string, Field>, schema: z.ZodType, only?: readonly string[]): RowPlan {
  const planner = new Planner();
  const write = planner.object(fields, schema, only);
  const { columns, named: names } = planner;
  const [select, inline] = [
    sql.join(columns.map((column) => column.select)),
    sql.join(columns.map((column) => column.inline)),
  ];
  return {
    select: (isInline) => (isInline ? inline : select),
    write,
    wanted(rows) {
      const wanted = new Map<NameKind, Set<number>>();
      for (const { alias, kind } of names) {
        const ids = wanted.get(kind) ?? new Set();
        for (const raw of rows) if (raw[alias] !== null) ids.add(raw[alias] as number);
        if (ids.size > 0) wanted.set(kind, ids);
      }
      return wanted;
    },
  };
}

const plans = new WeakMap<object, Map<readonly string[] | undefined, RowPlan>>();

/**
 * How the rows of a list are selected and written.
 * @param only some of their fields
 * @throws where the schema has a field that the list does not read
 */
export function rowPlan<Row>(
  fields: RowFields<Row>,
  schema: z.ZodType<Row>,
  only?: readonly string[],
): RowPlan {
  let known = plans.get(fields);
  if (!known) plans.set(fields, (known = new Map()));
  let made = known.get(only);
  if (!made) known.set(only, (made = plan(fields as unknown as Record<string, Field>, schema, only)));
  return made;
}

/** The text of rows in order. @param above the place that the list is kept to: paths of places begin below it */
export const writeRows = (
  { write }: RowPlan,
  rows: readonly Raw[],
  names?: Names,
  above?: number,
): string[] => {
  const nameText = (kind: NameKind, id: number): string => {
    if (!names) throw new Error('names were not read');
    return kind === 'ramification' && above !== undefined
      ? names.placeBelow(above, id)
      : names.text(kind, id);
  };
  return rows.map((raw) => write(raw, nameText));
};

/** The names that rows show, and the place that their list is kept to. */
export function wantedNames(rowPlanned: RowPlan, rows: readonly Raw[], above?: number): WantedNames {
  const wanted = rowPlanned.wanted(rows);
  if (above !== undefined) wanted.set('ramification', (wanted.get('ramification') ?? new Set()).add(above));
  return wanted;
}
