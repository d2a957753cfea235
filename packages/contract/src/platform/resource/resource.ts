/**
 * A declared resource: what is only listed, created, found, patched and deleted. One declaration gives the
 * schemas of the API, the columns of filter and order, and the inputs of the form.
 */
import { z } from 'zod';
import type { FilterField } from '../listing/filter.ts';
import { collectiviteColumn } from './resource-place.ts';
import { type NamedPath, type ResourcePath, RESOURCES, type WrittenScreen } from '../../register.ts';
import { daySchema, idSchema, type Nested, nestedSchema, referenceSchema } from '../http/schemas.ts';
import { folded, tidied } from '../values/text.ts';

interface Common {
  label: string;
  /** Asked on creation, and never emptied afterwards. */
  required?: boolean;
  /** Message under the field when it is missing. */
  hint?: string;
  /** Set once: ignored by a change. */
  fixed?: boolean;
  /** Given by the server: shown and filtered, ignored when sent. */
  derived?: boolean;
  /** Decides about the record: lists show it always, in sight and whole. */
  essential?: boolean;
}
interface Link extends Common {
  /** Resource whose records are chosen from. */
  to: NamedPath;
  /** Prefix under which lists filter the columns of what is linked. */
  alias: string;
  enabledOnly?: boolean;
  /** A parameter of the list, with which it holds what the form may offer alone. */
  offered?: string;
}
export type Field =
  | (Common & { kind: 'text'; max: number; multiline?: boolean; format?: 'email' })
  | (Common & { kind: 'integer'; min: number; max: number; default?: number })
  | (Common & { kind: 'decimal'; min: number; max: number; default?: number })
  | (Common & { kind: 'flag'; default: boolean })
  | (Common & { kind: 'choice'; values: readonly string[] })
  | (Common & { kind: 'day' })
  | (Common & { kind: 'texts' })
  | (Link & { kind: 'reference'; default?: number; choices?: readonly Nested[] })
  | (Link & { kind: 'references'; reply: z.ZodType })
  | (Common & { kind: 'secret'; max: number });

type Options = Partial<Common> & { label: string };
type LinkOptions = Options & Pick<Link, 'to' | 'alias' | 'enabledOnly' | 'offered'>;

/** A field of that kind, and whether it is required: so far its type says what replies carry of it. */
type Declared<Kind extends Field['kind'], Given> = Extract<Field, { kind: Kind }> &
  (Given extends { required: true } ? { required: true } : unknown);

const declared = <Kind extends Field['kind'], Given extends Options>(
  kind: Kind,
  bounds: object,
  given: Given,
): Declared<Kind, Given> => ({ kind, ...bounds, ...given }) as unknown as Declared<Kind, Given>;

export const text = <const Given extends Options & { max?: number; format?: 'email' }>(given: Given) =>
  declared('text', { max: 255 }, given);
export const longText = <const Given extends Options>(given: Given) =>
  declared('text', { max: 4000, multiline: true }, given);
export const integer = <const Given extends Options & { min?: number; max?: number; default?: number }>(
  given: Given,
) => declared('integer', { min: 0, max: 2_147_483_647 }, given);
export const decimal = <const Given extends Options & { min?: number; max?: number }>(given: Given) =>
  declared('decimal', { min: 0, max: 100 }, given);
export const flag = (given: Options & { default: boolean }) => declared('flag', {}, given);
/** One of a few fixed words; left out, the server chooses. */
export const choice = <const Values extends readonly string[]>(given: Options & { values: Values }) =>
  declared('choice', {}, given) as Declared<'choice', object> & { values: Values };
/** A calendar day. */
export const day = <const Given extends Options>(given: Given) => declared('day', {}, given);
/** A list of words that the server keeps (permission names of a navigation entry). */
export const texts = (given: Options) => declared('texts', {}, given);
/**
 * A link to a record of the resource `to`; `alias` is the name under which lists filter its columns
 * (`ent.id`, `ent.nom`); `enabledOnly` offers only what is active, `offered` names a parameter of the list that keeps what may be offered; `choices` are all there are where the list is fixed.
 */
export const reference = <
  const Given extends LinkOptions & { default?: number; choices?: readonly Nested[] },
>(
  given: Given,
) => declared('reference', {}, given);
/** The collectivité that a record is of: chosen when the record is made, and kept. */
export const collectivite = (hint = 'Veuillez choisir une collectivité') =>
  reference({
    label: 'Collectivité',
    required: true,
    hint,
    to: 'entites',
    alias: 'ent',
    fixed: true,
    enabledOnly: true,
  });
/**
 * Links to records of the resource `to`, filtered by `alias.id` alone; `reply` is what replies nest of each, where that
 * is more than id and name.
 */
export const references = <Reply extends z.ZodType = typeof nestedSchema>(
  given: LinkOptions & { reply?: Reply },
) =>
  declared('references', { reply: nestedSchema }, given) as Declared<'references', object> & { reply: Reply };
/** What is written and never shown, filtered or kept as typed (a password); a change may leave it empty. */
export const secret = (given: Options & { max?: number }) => declared('secret', { max: 200 }, given);

/** A value at fault, by its field. */
export interface Fault {
  field: string;
  message: string;
}

type Fields = Record<string, Field>;

export type Sensitive = 'writes' | 'removal';
export type Waiting = 'creation' | 'change' | 'removal';

interface ResourceOptions<Path extends ResourcePath = ResourcePath, Of extends Fields = Fields> {
  /** Path below `/v2`; the register has its words. */
  path: Path;
  /** Prefix of its columns in filters and orders. */
  alias: string;
  /** Screen whose grants its writers need. */
  screen: WrittenScreen;
  fields: Of;
  /** Default order, ascending. */
  order: string;
  pageSize: number;
  /** Which of its calls are sensitive (`Endpoint.sensitive`): all that write, or its removal alone. */
  sensitive?: Sensitive;
  /** Which of its calls may wait for a second person (`Endpoint.approval`). */
  approval?: readonly Waiting[];
  /** Its change and its removal may lower what is due: they take `baisse=refuser` (`baisseQuery`). */
  lowers?: boolean;
  /** Rules between fields, over the values that a body gives. */
  check?: (values: Readonly<Record<string, unknown>>) => Fault[];
}

type Nullable<F, Schema extends z.core.SomeType> = F extends { required: true }
  ? Schema
  : z.ZodNullable<Schema>;
/** What a reply carries of a field. A link that is required is never empty: the database keeps it so. */
type ReplyField<F> = F extends { kind: 'text' }
  ? Nullable<F, z.ZodString>
  : F extends { kind: 'integer' }
    ? Nullable<F, z.ZodInt>
    : F extends { kind: 'decimal' }
      ? z.ZodNullable<z.ZodNumber>
      : F extends { kind: 'day' }
        ? Nullable<F, z.ZodString>
        : F extends { kind: 'flag' }
          ? z.ZodBoolean
          : F extends { kind: 'choice'; values: readonly (infer Value extends string)[] }
            ? z.ZodNullable<z.ZodType<Value>>
            : F extends { kind: 'texts' }
              ? z.ZodArray<z.ZodString>
              : F extends { kind: 'reference' }
                ? Nullable<F, typeof nestedSchema>
                : F extends { kind: 'references'; reply: infer Reply extends z.core.SomeType }
                  ? z.ZodArray<Reply>
                  : never;
type ReplyShape<Of extends Fields> = {
  id: typeof idSchema;
  createdAt: z.ZodString;
  updatedAt: z.ZodString;
  version: z.ZodInt;
} & { [Name in keyof Of as Of[Name] extends { kind: 'secret' } ? never : Name]: ReplyField<Of[Name]> };

/** A resource whose path and rows are known to the compiler. */
interface ResourceOf<Path extends ResourcePath, Of extends Fields> extends Resource {
  path: Path;
  fields: Of;
  replySchema: z.ZodObject<ReplyShape<Of>>;
}

export interface Resource extends ResourceOptions {
  label: { one: string; many: string };
  replySchema: z.ZodObject;
  createSchema: z.ZodObject;
  patchSchema: z.ZodObject;
  /** A whole record in place of the one there is: like a creation, but secrets may stay as they are. */
  replaceSchema: z.ZodObject;
  filterFields: Record<string, FilterField>;
}

/** A record of a declared resource as replies carry it. */
export type ResourceRow = Record<string, unknown> & { id: number; version: number };

type ShownField = Exclude<Field, { kind: 'secret' }>;
const isShown = (entry: [string, Field]): entry is [string, ShownField] => entry[1].kind !== 'secret';

const missing = (field: Field): string => field.hint ?? `Veuillez entrer : ${field.label}`;

const MAX_LINKS = 1000;
/** Names are written into lists, mails and PDF: no line break, no other control character. */
const LINE = /^\P{Cc}*$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What has a default is never empty: the database keeps it so. */
const hasDefault = (field: Field): field is Field & { default: unknown } =>
  'default' in field && field.default !== undefined;

function inputSchema(field: Field): z.ZodType {
  const value = valueSchema(field);
  if (field.required || field.kind === 'flag' || hasDefault(field)) return value;
  if (field.kind === 'references') return z.preprocess((given) => given ?? [], value);
  return z.preprocess((given) => (given === '' ? null : given), value.nullable());
}

function valueSchema(field: Field): z.ZodType {
  const error = (issue: { input?: unknown }): string =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? missing(field)
      : `Valeur non valable : ${field.label}`;
  switch (field.kind) {
    case 'text': {
      const typed = z
        .string({ error })
        .overwrite(field.multiline ? (text) => text.trim() : tidied)
        .min(field.required ? 1 : 0, missing(field))
        .max(field.max, `${field.label} : ${field.max} caractères au plus`)
        .refine((text) => text === '' || !field.required || folded(text) !== '', missing(field));
      if (field.format === 'email') return typed.regex(EMAIL, missing(field));
      return field.multiline
        ? typed
        : typed.regex(LINE, `${field.label} : un texte sur une ligne est attendu`);
    }
    case 'secret':
      return z
        .string({ error })
        .min(1, missing(field))
        .max(field.max, `${field.label} : ${field.max} caractères au plus`);
    case 'integer':
    case 'decimal': {
      const bounds = `${field.label} : entre ${field.min} et ${field.max}`;
      if (field.kind === 'integer') return z.int({ error }).min(field.min, bounds).max(field.max, bounds);
      return z
        .number({ error })
        .min(field.min, bounds)
        .max(field.max, bounds)
        .refine((value) => Number(value.toFixed(2)) === value, `${field.label} : deux décimales au plus`);
    }
    case 'flag':
      return z.boolean({ error });
    case 'choice':
      return z.enum(field.values, { error });
    case 'day':
      return z.string({ error }).min(1, missing(field)).pipe(daySchema);
    case 'texts':
      return z.array(z.string().max(60), { error });
    case 'reference':
      return z.unknown().transform((given, context) => {
        const parsed = referenceSchema.safeParse(given);
        const offered = !field.choices || field.choices.some(({ id }) => id === parsed.data);
        if (parsed.success && offered) return parsed.data;
        context.addIssue({ code: 'custom', message: error({ input: given }) });
        return z.NEVER;
      });
    case 'references':
      return z
        .array(referenceSchema, { error })
        .min(field.required ? 1 : 0, missing(field))
        .max(MAX_LINKS, `${field.label} : ${MAX_LINKS} au plus`)
        .transform((ids) => [...new Set(ids)]);
  }
}

function replyField(field: ShownField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return field.required ? z.string() : z.string().nullable();
    case 'integer':
      return field.required ? z.int() : z.int().nullable();
    case 'decimal':
      return z.number().nullable();
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(field.values).nullable();
    case 'day':
      return field.required ? z.string() : z.string().nullable();
    case 'texts':
      return z.array(z.string());
    case 'reference':
      return nestedSchema.nullable();
    case 'references':
      return z.array(field.reply);
  }
}

/** A secret that is left out or empty stays what it is. */
const keepable = (field: Field): z.ZodType =>
  field.kind === 'secret'
    ? z.preprocess(
        (given) => (given === '' || given === null ? undefined : given),
        valueSchema(field).optional(),
      )
    : inputSchema(field);

function withDefault(field: Field, schema: z.ZodType): z.ZodType {
  if (hasDefault(field)) return schema.default(field.default);
  return field.required ? schema : schema.optional();
}

const FILTER_TYPE = {
  integer: 'integer',
  decimal: 'decimal',
  flag: 'boolean',
  choice: 'choice',
  day: 'day',
  text: 'text',
  texts: 'text',
} as const;

function filterFields({ alias, fields }: ResourceOptions): Record<string, FilterField> {
  const columns: Record<string, FilterField> = {
    [`${alias}.id`]: { type: 'integer', label: 'Élément', unoffered: true },
  };
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'secret') continue;
    if (field.kind === 'references') {
      columns[`${field.alias}.id`] = { type: 'reference', label: field.label, to: field.to };
    } else if (field.kind === 'reference') {
      columns[`${field.alias}.id`] = {
        type: 'reference',
        label: field.label,
        to: field.to,
        ...(field.choices ? { choices: field.choices } : {}),
      };
      // who looks for one chooses it by its name
      columns[`${field.alias}.nom`] = { type: 'text', label: field.label, unoffered: true };
      if (name === 'entite' && collectiviteColumn({ alias, fields }) === `${alias}.valable`)
        columns[`${alias}.valable`] = { type: 'reference', label: 'Valable pour', to: field.to };
    } else if (field.kind !== 'texts') {
      columns[`${alias}.${name}`] = {
        type: FILTER_TYPE[field.kind],
        label: field.label,
        ...(field.kind === 'text' && !field.multiline ? { identifies: true } : {}),
        ...(field.kind === 'choice' ? { values: field.values } : {}),
      };
    }
  }
  columns[`${alias}.createdAt`] = { type: 'instant', label: 'Date de création' };
  columns[`${alias}.updatedAt`] = { type: 'instant', label: 'Date de modification' };
  return columns;
}

/** Derives from the declared fields all that API and web need of a resource. */
export function defineResource<const Path extends ResourcePath, Of extends Fields>(
  options: ResourceOptions<Path, Of>,
): ResourceOf<Path, Of> {
  const entries = Object.entries(options.fields);
  const given = entries.filter(([, field]) => !field.derived);
  const body = (fields: [string, Field][], schemaOf: (field: Field) => z.ZodType): z.ZodObject => {
    const schema: z.ZodObject = z.object(
      Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
    );
    return schema.superRefine((values, context) => {
      for (const { field, message } of options.check?.(values) ?? [])
        context.addIssue({ code: 'custom', path: [field], message });
    });
  };
  return {
    ...options,
    label: RESOURCES[options.path],
    replySchema: z.object({
      id: idSchema,
      ...Object.fromEntries(entries.filter(isShown).map(([name, field]) => [name, replyField(field)])),
      createdAt: z.string(),
      updatedAt: z.string(),
      version: z.int(),
    }) as unknown as z.ZodObject<ReplyShape<Of>>,
    createSchema: body(given, (field) => withDefault(field, inputSchema(field))),
    replaceSchema: body(given, (field) =>
      field.kind === 'secret' ? keepable(field) : withDefault(field, inputSchema(field)),
    ),
    patchSchema: body(
      given.filter(([, field]) => !field.fixed),
      (field) => keepable(field).optional(),
    ),
    filterFields: filterFields(options),
  };
}
