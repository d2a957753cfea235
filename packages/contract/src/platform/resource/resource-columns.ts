/** The list columns of a declared resource, derived from its fields. */
import type { TableColumn } from '../listing/columns.ts';
import type { Resource, ResourceRow } from './resource.ts';

const nestedName = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'nom' in value ? String(value.nom) : null;

const nestedNames = (value: unknown): string | null =>
  Array.isArray(value) ? value.flatMap((link) => nestedName(link) ?? []).join(', ') : null;

/** The column of one field, by its kind. */
export function fieldColumn(resource: Resource, name: string): TableColumn<ResourceRow> {
  const field = resource.fields[name];
  if (!field || field.kind === 'secret') throw new Error(`${resource.path} shows no field ${name}`);
  const shared = {
    id: name,
    header: field.label,
    sort: `${resource.alias}.${name}`,
    ...(field.essential ? { essential: true } : {}),
  };
  switch (field.kind) {
    case 'text':
    case 'choice':
      return {
        ...shared,
        kind: 'text',
        value: (row) => (typeof row[name] === 'string' ? row[name] : null),
      };
    case 'integer':
    case 'decimal':
      return {
        ...shared,
        kind: 'number',
        value: (row) => (typeof row[name] === 'number' ? row[name] : null),
      };
    case 'flag':
      return name === 'enabled'
        ? { ...shared, header: 'Statut', kind: 'status', value: (row) => row[name] === true }
        : { ...shared, kind: 'text', value: (row) => (row[name] === true ? 'Oui' : 'Non') };
    case 'day':
      return { ...shared, kind: 'day', value: (row) => (typeof row[name] === 'string' ? row[name] : null) };
    case 'texts':
      return {
        ...shared,
        kind: 'text',
        value: (row) => (Array.isArray(row[name]) ? row[name].join(', ') : null),
      };
    case 'reference':
      return { ...shared, sort: `${field.alias}.nom`, kind: 'text', value: (row) => nestedName(row[name]) };
    case 'references':
      return { id: name, header: field.label, kind: 'text', value: (row) => nestedNames(row[name]) };
  }
}

/** All displayed fields, in declaration order. */
export const resourceColumns = (resource: Resource): TableColumn<ResourceRow>[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'secret' ? [] : [fieldColumn(resource, name)],
  );
