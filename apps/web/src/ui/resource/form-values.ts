/** Between the records of a declared resource and what the inputs of its form hold. */
import type { Field, Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';

/** Texts as typed, figures as numbers or nothing, references as ids. */
export type FormValue = string | number | boolean | string[] | null;
export type FormValues = Record<string, FormValue>;

export type Mode = 'create' | 'edit';

/**
 * Fields that the form shows, with their names.
 * @param names those of them, in order; all that are given when absent
 */
export function formFields({ path, fields }: Resource, names?: readonly string[]): [string, Field][] {
  if (!names) return Object.entries(fields).filter(([, field]) => !field.derived);
  return names.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`${path} has no field ${name}`);
    return [name, field];
  });
}

/** An input as it opens for a new record. */
function initialValue(field: Field): FormValue {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return '';
    case 'day':
      return null;
    case 'integer':
    case 'decimal':
      return field.default ?? '';
    case 'flag':
      return field.default;
    case 'texts':
    case 'references':
      return [];
    case 'choice':
      return null;
    case 'reference':
      return field.default === undefined ? null : String(field.default);
  }
}

export const initialValues = (resource: Resource): FormValues =>
  Object.fromEntries(formFields(resource).map(([name, field]) => [name, initialValue(field)]));

const idOf = (nested: unknown): string | null =>
  typeof nested === 'object' && nested !== null && 'id' in nested ? String(nested.id) : null;

function valueOf(field: Field, stored: unknown): FormValue {
  switch (field.kind) {
    case 'text':
      return typeof stored === 'string' ? stored : '';
    case 'integer':
    case 'decimal':
      return typeof stored === 'number' ? stored : '';
    case 'flag':
      return stored === true;
    case 'choice':
      return typeof stored === 'string' ? stored : null;
    case 'texts':
      return Array.isArray(stored) ? stored.map(String) : [];
    case 'day':
      return typeof stored === 'string' ? stored : null;
    case 'secret':
      return '';
    case 'reference':
      return idOf(stored);
    case 'references':
      return Array.isArray(stored) ? stored.flatMap((link) => idOf(link) ?? []) : [];
  }
}

export const valuesOfRecord = (resource: Resource, row: ResourceRow): FormValues =>
  Object.fromEntries(formFields(resource).map(([name, field]) => [name, valueOf(field, row[name])]));

type Checked = { ok: true; body: Record<string, unknown> } | { ok: false; errors: Record<string, string> };

/**
 * Checks what was typed with the contract's schema; the body to send, or a message a field.
 * @param names fields that the form shows
 * @param settled values that the screen itself gives to a new record
 */
export function check(
  resource: Resource,
  mode: Mode,
  values: FormValues,
  names?: readonly string[],
  settled: Readonly<Record<string, unknown>> | undefined = {},
): Checked {
  const schema = mode === 'create' ? resource.createSchema : resource.patchSchema;
  const fields = formFields(resource, names).filter(([, field]) => mode === 'create' || !field.fixed);
  // An empty figure or choice is no value; an optional text that was emptied is told as such by the schema.
  const body = Object.fromEntries(
    fields.map(([name, field]) => {
      const value = values[name];
      const empty = value === '' || value === null || value === undefined;
      return [name, empty ? (field.required ? undefined : null) : value];
    }),
  );
  const parsed = schema.safeParse(
    mode === 'edit' ? withMissingRequired(body, fields) : { ...body, ...settled },
  );
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { ok: false, errors };
}

/** A change may leave fields out, so a required one that was emptied is sent empty, for the schema to refuse. */
const withMissingRequired = (
  body: Record<string, unknown>,
  fields: [string, Field][],
): Record<string, unknown> =>
  Object.fromEntries(fields.map(([name]) => [name, body[name] === undefined ? '' : body[name]]));
