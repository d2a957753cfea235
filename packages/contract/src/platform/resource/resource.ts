/**
 * A declared resource: simple records that are listed, created, read, changed and deleted. One declaration gives the
 * API schemas, the filter and order columns, and the form inputs.
 */
import { z } from 'zod';
import type { FilterField } from '../listing/filter.ts';
import { collectiviteColumn } from './resource-place.ts';
import { type NamedPath, type ResourcePath, RESOURCES, type WrittenScreen } from '../../register.ts';
import { daySchema, idSchema, type Nested, nestedSchema, referenceSchema } from '../http/schemas.ts';
import { folded, tidied } from '../values/text.ts';

interface CommonOptions {
  label: string;
  /** Required on creation, and never emptied afterwards. */
  required?: boolean;
  /** Error message when it is missing. */
  hint?: string;
  /** Set on creation; ignored by a change. */
  fixed?: boolean;
  /** Computed by the server: displayed and filtered, ignored in requests. */
  derived?: boolean;
  /** Important for decisions: lists always show it in full. */
  essential?: boolean;
  /** Also in the short form that creates a record from a select, where required fields stand alone otherwise. */
  inShortForm?: boolean;
}
interface Link extends CommonOptions {
  /** Resource of the choices. */
  to: NamedPath;
  /** Prefix of the linked record's columns in list filters. */
  alias: string;
  enabledOnly?: boolean;
  /** Query parameter that limits the choices to what the form may offer. */
  offered?: string;
}
export type Field =
  | (CommonOptions & { kind: 'text'; max: number; multiline?: boolean; format?: 'email'; filled?: boolean })
  | (CommonOptions & { kind: 'integer'; min: number; max: number; default?: number })
  | (CommonOptions & { kind: 'decimal'; min: number; max: number; default?: number })
  | (CommonOptions & { kind: 'flag'; default: boolean })
  | (CommonOptions & { kind: 'choice'; values: readonly string[] })
  | (CommonOptions & { kind: 'day' })
  | (CommonOptions & { kind: 'texts' })
  | (Link & { kind: 'reference'; default?: number; choices?: readonly Nested[] })
  | (Link & { kind: 'references'; reply: z.ZodType })
  | (CommonOptions & { kind: 'secret'; max: number });

type Options = Partial<CommonOptions> & { label: string };
type LinkOptions = Options & Pick<Link, 'to' | 'alias' | 'enabledOnly' | 'offered'>;

/** A field of a kind, with its `required` flag in the type: the reply type depends on it. */
type Declared<Kind extends Field['kind'], Given> = Extract<Field, { kind: Kind }> &
  (Given extends { required: true } ? { required: true } : unknown);

const declared = <Kind extends Field['kind'], Given extends Options>(
  kind: Kind,
  bounds: object,
  options: Given,
): Declared<Kind, Given> => ({ kind, ...bounds, ...options }) as unknown as Declared<Kind, Given>;

/** `filled`: null where there is none, never an empty text. */
export const text = <const Given extends Options & { max?: number; format?: 'email'; filled?: boolean }>(
  options: Given,
) => declared('text', { max: 255 }, options);
export const longText = <const Given extends Options>(options: Given) =>
  declared('text', { max: 4000, multiline: true }, options);
export const integer = <const Given extends Options & { min?: number; max?: number; default?: number }>(
  options: Given,
) => declared('integer', { min: 0, max: 2_147_483_647 }, options);
export const decimal = <const Given extends Options & { min?: number; max?: number }>(options: Given) =>
  declared('decimal', { min: 0, max: 100 }, options);
export const flag = (options: Options & { default: boolean }) => declared('flag', {}, options);
/** One of a fixed set of words; the server chooses when absent. */
export const choice = <const Values extends readonly string[]>(options: Options & { values: Values }) =>
  declared('choice', {}, options) as Declared<'choice', object> & { values: Values };
/** A calendar day. */
export const day = <const Given extends Options>(options: Given) => declared('day', {}, options);
/** A list of words stored by the server (permission names of a navigation entry). */
export const texts = (options: Options) => declared('texts', {}, options);
/**
 * A link to a record of the resource `to`. `alias` is the prefix of its columns in list filters (`ent.id`, `ent.nom`);
 * `enabledOnly` offers active records only; `offered` names a query parameter that limits the choices; `choices` is the
 * complete list if it is fixed.
 */
export const reference = <
  const Given extends LinkOptions & { default?: number; choices?: readonly Nested[] },
>(
  options: Given,
) => declared('reference', {}, options);
/** The collectivité of a record: chosen on creation, never changed. */
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
 * Links to records of the resource `to`, filtered by `alias.id` only; `reply` is the nested schema, if it is more than
 * id and name.
 */
export const references = <Reply extends z.ZodType = typeof nestedSchema>(
  options: LinkOptions & { reply?: Reply },
) =>
  declared('references', { reply: nestedSchema }, options) as Declared<'references', object> & {
    reply: Reply;
  };
/** A write-only value (a password), never displayed nor filtered; an empty value leaves it unchanged. */
export const secret = (options: Options & { max?: number }) => declared('secret', { max: 200 }, options);

/** An error of a value, by its field. */
export interface Fault {
  field: string;
  message: string;
}

type Fields = Record<string, Field>;

export type Sensitive = 'writes' | 'removal';
export type Waiting = 'creation' | 'change' | 'removal';

interface ResourceOptions<Path extends ResourcePath = ResourcePath, Of extends Fields = Fields> {
  /** Path below `/v2`; the register has its labels. */
  path: Path;
  /** Prefix of its columns in filters and orders. */
  alias: string;
  /** Screen whose grants are required to write. */
  screen: WrittenScreen;
  fields: Of;
  /** Default order, ascending. */
  order: string;
  pageSize: number;
  /** Which calls are sensitive (`Endpoint.sensitive`): all writes, or the removal only. */
  sensitive?: Sensitive;
  /** Which calls may wait for a second person (`Endpoint.approval`). */
  approval?: readonly Waiting[];
  /** Its change and removal may lower the amount due: they accept `baisse=refuser` (`baisseQuery`). */
  lowers?: boolean;
  /** Rules across fields, over the values of a body. */
  check?: (values: Readonly<Record<string, unknown>>) => Fault[];
}

type Nullable<F, Schema extends z.core.SomeType> = F extends { required: true }
  ? Schema
  : z.ZodNullable<Schema>;
/** The reply type of a field. A required link is never null: the database guarantees it. */
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

/** A resource with its path and row types. */
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
  /** A complete record that replaces the existing one: like a creation, but secrets may be omitted. */
  replaceSchema: z.ZodObject;
  filterFields: Record<string, FilterField>;
}

/** A record of a declared resource in a reply. */
export type ResourceRow = Record<string, unknown> & { id: number; version: number };

type ShownField = Exclude<Field, { kind: 'secret' }>;
const isShown = (entry: [string, Field]): entry is [string, ShownField] => entry[1].kind !== 'secret';

const missing = (field: Field): string => field.hint ?? `Veuillez entrer : ${field.label}`;

const MAX_LINKS = 1000;
/** Names appear in lists, mails and PDF: line breaks and other control characters are refused. */
const LINE = /^\P{Cc}*$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A field with a default is never null: the database guarantees it. */
const hasDefault = (field: Field): field is Field & { default: unknown } =>
  'default' in field && field.default !== undefined;

function inputSchema(field: Field): z.ZodType {
  const value = valueSchema(field);
  if (field.required || field.kind === 'flag' || hasDefault(field)) return value;
  if (field.kind === 'references') return z.preprocess((input) => input ?? [], value);
  return z.preprocess((input) => (input === '' ? null : input), value.nullable());
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
        .min(field.required || field.filled ? 1 : 0, missing(field))
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
      return z.unknown().transform((value, context) => {
        const parsed = referenceSchema.safeParse(value);
        const isOffered = !field.choices || field.choices.some(({ id }) => id === parsed.data);
        if (parsed.success && isOffered) return parsed.data;
        context.addIssue({ code: 'custom', message: error({ input: value }) });
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

/** An absent or empty secret stays unchanged. */
const optionalSecret = (field: Field): z.ZodType =>
  field.kind === 'secret'
    ? z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
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
      // the filter builder offers the id, chosen by name
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

/** Derives everything that API and web need of a resource from its fields. */
export function defineResource<const Path extends ResourcePath, Of extends Fields>(
  options: ResourceOptions<Path, Of>,
): ResourceOf<Path, Of> {
  const entries = Object.entries(options.fields);
  const writable = entries.filter(([, field]) => !field.derived);
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
    createSchema: body(writable, (field) => withDefault(field, inputSchema(field))),
    replaceSchema: body(writable, (field) =>
      field.kind === 'secret' ? optionalSecret(field) : withDefault(field, inputSchema(field)),
    ),
    patchSchema: body(
      writable.filter(([, field]) => !field.fixed),
      (field) => optionalSecret(field).optional(),
    ),
    filterFields: filterFields(options),
  };
}
