/** Conversion between records of a declared resource and form values. */
import type { Field, Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';

/** Texts as typed, numbers or empty, references as ids. */
export type FormValue = string | number | boolean | string[] | null;
export type FormValues = Record<string, FormValue>;

export type Mode = 'create' | 'edit';

/** The fields of the form with their names. @param names a subset in order; all when absent */
export function formFields({ path, fields }: Resource, names?: readonly string[]): [string, Field][] {
  if (!names) return Object.entries(fields).filter(([, field]) => !field.derived);
  return names.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`${path} has no field ${name}`);
    return [name, field];
  });
}

/** Initial value of a field for a new record. */
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
 * Validates the values with the contract's schema: returns the body, or messages by field.
 * @param names fields of the form
 * @param presetValues values set by the screen for a new record
 */
export function check(
  resource: Resource,
  mode: Mode,
  values: FormValues,
  names?: readonly string[],
  presetValues: Readonly<Record<string, unknown>> | undefined = {},
): Checked {
  const schema = mode === 'create' ? resource.createSchema : resource.patchSchema;
  const fields = formFields(resource, names).filter(([, field]) => mode === 'create' || !field.fixed);
  // an empty number or choice is left out; an emptied optional text is sent, and its schema accepts it
  const body = Object.fromEntries(
    fields.map(([name, field]) => {
      const value = values[name];
      const empty =
        value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
      return [name, empty ? (field.required ? undefined : null) : value];
    }),
  );
  const parsed = schema.safeParse(
    mode === 'edit' ? withMissingRequired(body, fields) : { ...body, ...presetValues },
  );
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { ok: false, errors };
}

/** A change may omit fields; an emptied required one is sent empty, so that the schema refuses it. */
const withMissingRequired = (
  body: Record<string, unknown>,
  fields: [string, Field][],
): Record<string, unknown> =>
  Object.fromEntries(fields.map(([name]) => [name, body[name] === undefined ? '' : body[name]]));
