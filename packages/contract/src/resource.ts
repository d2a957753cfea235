/**
 * A declared resource: what is only listed, created, found, patched and deleted. One declaration gives the
 * schemas of the API, the columns of filter and order, and the inputs of the form.
 */
import { z } from 'zod';
import type { FilterField } from './filter.ts';
import { idSchema, nestedSchema, referenceSchema } from './schemas.ts';

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
}
export type Field =
  | (Common & { kind: 'text'; max: number; multiline?: boolean })
  | (Common & { kind: 'integer' | 'decimal'; min: number; max: number; default?: number })
  | (Common & { kind: 'flag'; default: boolean })
  | (Common & { kind: 'texts' })
  | (Common & { kind: 'reference'; to: string; alias: string; default?: number; enabledOnly?: boolean });

type Options = Partial<Common> & { label: string };

export const text = (options: Options & { max?: number }): Field => ({ kind: 'text', max: 255, ...options });
export const longText = (options: Options): Field => ({
  kind: 'text',
  max: 4000,
  multiline: true,
  ...options,
});
export const integer = (options: Options & { min?: number; max?: number; default?: number }): Field => ({
  kind: 'integer',
  min: 0,
  max: 2_147_483_647,
  ...options,
});
export const decimal = (options: Options & { min?: number; max?: number }): Field => ({
  kind: 'decimal',
  min: 0,
  max: 100,
  ...options,
});
export const flag = (options: Options & { default: boolean }): Field => ({ kind: 'flag', ...options });
/** A list of words that the server keeps (permission names of a navigation entry). */
export const texts = (options: Options): Field => ({ kind: 'texts', ...options });
/**
 * A link to a record of the resource `to`; `alias` is the name under which lists filter its columns
 * (`ent.id`, `ent.nom`); `enabledOnly` offers only what is active.
 */
export const reference = (
  options: Options & { to: string; alias: string; default?: number; enabledOnly?: boolean },
): Field => ({ kind: 'reference', ...options });

export interface ResourceOptions {
  /** Path below `/v2`. */
  path: string;
  /** Prefix of its columns in filters and orders. */
  alias: string;
  /** Key of the navigation entry whose grants its writers need. */
  navigation: string;
  label: { one: string; many: string };
  fields: Record<string, Field>;
  /** Default order, ascending. */
  order: string;
  pageSize: number;
}

export interface Resource extends ResourceOptions {
  replySchema: z.ZodObject;
  createSchema: z.ZodObject;
  patchSchema: z.ZodObject;
  filterFields: Record<string, FilterField>;
}

/** A record of a declared resource as replies carry it. */
export type ResourceRow = Record<string, unknown> & { id: number; version: number };

const missing = (field: Field): string => field.hint ?? `Veuillez entrer : ${field.label}`;

function inputSchema(field: Field): z.ZodType {
  const value = valueSchema(field);
  if (field.required || field.kind === 'flag') return value;
  return z.preprocess((given) => (given === '' ? null : given), value.nullable());
}

function valueSchema(field: Field): z.ZodType {
  const error = (issue: { input?: unknown }): string =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? missing(field)
      : `Valeur non valable : ${field.label}`;
  switch (field.kind) {
    case 'text':
      return z
        .string({ error })
        .trim()
        .min(field.required ? 1 : 0, missing(field))
        .max(field.max, `${field.label} : ${field.max} caractères au plus`);
    case 'integer':
    case 'decimal': {
      const bounds = `${field.label} : entre ${field.min} et ${field.max}`;
      return (field.kind === 'integer' ? z.int({ error }) : z.number({ error }))
        .min(field.min, bounds)
        .max(field.max, bounds);
    }
    case 'flag':
      return z.boolean({ error });
    case 'texts':
      return z.array(z.string().max(60), { error });
    case 'reference':
      return z.unknown().transform((given, context) => {
        const parsed = referenceSchema.safeParse(given);
        if (parsed.success) return parsed.data;
        context.addIssue({ code: 'custom', message: error({ input: given }) });
        return z.NEVER;
      });
  }
}

function replyField(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return field.required ? z.string() : z.string().nullable();
    case 'integer':
      return field.required ? z.int() : z.int().nullable();
    case 'decimal':
      return z.number().nullable();
    case 'flag':
      return z.boolean();
    case 'texts':
      return z.array(z.string());
    case 'reference':
      return nestedSchema.nullable();
  }
}

function withDefault(field: Field, schema: z.ZodType): z.ZodType {
  if ('default' in field && field.default !== undefined) return schema.default(field.default);
  return field.required ? schema : schema.optional();
}

const FILTER_TYPE = {
  integer: 'integer',
  decimal: 'decimal',
  flag: 'boolean',
  text: 'text',
  texts: 'text',
} as const;

function filterFields({ alias, fields }: ResourceOptions): Record<string, FilterField> {
  const columns: Record<string, FilterField> = { [`${alias}.id`]: { type: 'integer', label: 'N°' } };
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'reference') {
      columns[`${field.alias}.id`] = { type: 'reference', label: field.label, to: field.to };
      columns[`${field.alias}.nom`] = { type: 'text', label: `${field.label} (nom)` };
    } else if (field.kind !== 'texts') {
      columns[`${alias}.${name}`] = { type: FILTER_TYPE[field.kind], label: field.label };
    }
  }
  columns[`${alias}.createdAt`] = { type: 'instant', label: 'Date de création' };
  columns[`${alias}.updatedAt`] = { type: 'instant', label: 'Date de modification' };
  return columns;
}

/** Derives from the declared fields all that API and web need of a resource. */
export function defineResource(options: ResourceOptions): Resource {
  const entries = Object.entries(options.fields);
  const given = entries.filter(([, field]) => !field.derived);
  return {
    ...options,
    replySchema: z.object({
      id: idSchema,
      ...Object.fromEntries(entries.map(([name, field]) => [name, replyField(field)])),
      createdAt: z.string(),
      updatedAt: z.string(),
      version: z.int(),
    }),
    createSchema: z.object(
      Object.fromEntries(given.map(([name, field]) => [name, withDefault(field, inputSchema(field))])),
    ),
    patchSchema: z.object(
      Object.fromEntries(
        given
          .filter(([, field]) => !field.fixed)
          .map(([name, field]) => [name, inputSchema(field).optional()]),
      ),
    ),
    filterFields: filterFields(options),
  };
}
