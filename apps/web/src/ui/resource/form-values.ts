/** Between the records of a declared resource and what the inputs of its form hold. */
import type { Field, Resource, ResourceRow } from '@octroi/contract/resource';

/** Texts as typed, figures as numbers or nothing, references as ids. */
export type FormValue = string | number | boolean | string[] | null;
export type FormValues = Record<string, FormValue>;

export type Mode = 'create' | 'edit';

/** Fields that the form shows, with their names. */
export const formFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.derived);

/** An input as it opens for a new record. */
export function initialValue(field: Field): FormValue {
  switch (field.kind) {
    case 'text':
      return '';
    case 'integer':
    case 'decimal':
      return field.default ?? '';
    case 'flag':
      return field.default;
    case 'texts':
      return [];
    case 'reference':
      return field.default === undefined ? null : String(field.default);
  }
}

export const initialValues = (resource: Resource): FormValues =>
  Object.fromEntries(formFields(resource).map(([name, field]) => [name, initialValue(field)]));

function valueOf(field: Field, stored: unknown): FormValue {
  switch (field.kind) {
    case 'text':
      return typeof stored === 'string' ? stored : '';
    case 'integer':
    case 'decimal':
      return typeof stored === 'number' ? stored : '';
    case 'flag':
      return stored === true;
    case 'texts':
      return Array.isArray(stored) ? stored.map(String) : [];
    case 'reference':
      return typeof stored === 'object' && stored !== null && 'id' in stored ? String(stored.id) : null;
  }
}

export const valuesOfRecord = (resource: Resource, row: ResourceRow): FormValues =>
  Object.fromEntries(formFields(resource).map(([name, field]) => [name, valueOf(field, row[name])]));

export type Checked =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; errors: Record<string, string> };

/** Checks what was typed with the contract's schema; the body to send, or a message a field. */
export function check(resource: Resource, mode: Mode, values: FormValues): Checked {
  const schema = mode === 'create' ? resource.createSchema : resource.patchSchema;
  const given = formFields(resource).filter(([, field]) => mode === 'create' || !field.fixed);
  // An empty figure or choice is no value; an optional text that was emptied is told as such by the schema.
  const body = Object.fromEntries(
    given.map(([name, field]) => {
      const value = values[name];
      const empty = value === '' || value === null || value === undefined;
      return [name, empty ? (field.required ? undefined : null) : value];
    }),
  );
  const parsed = schema.safeParse(mode === 'edit' ? keepMissing(body, given) : body);
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { ok: false, errors };
}

/** A change may leave fields out, so a required one that was emptied is sent empty, for the schema to refuse. */
const keepMissing = (body: Record<string, unknown>, given: [string, Field][]): Record<string, unknown> =>
  Object.fromEntries(given.map(([name]) => [name, body[name] === undefined ? '' : body[name]]));
