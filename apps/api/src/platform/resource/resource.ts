/** Declarations of resources in the API: their storage, and who may read and write them. */
import { collectiviteColumn, type Resource, type ResourceRow } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  demandEntite,
  demandSuperAdmin,
  entiteCondition,
  type Person,
  scopeOf,
} from '#src/platform/access/person.ts';
import { tableOf } from '#src/platform/database/tables.ts';
import type { Duplicates } from '#src/platform/http/problem.ts';
import type { z } from 'zod';
import type { ListColumn, ListSource } from '#src/platform/listing/listing.ts';
import { nested } from '#src/platform/listing/nested.ts';
import { instant, type RowFields } from '#src/platform/listing/row.ts';

export interface ResourceScope {
  /** Condition: the records that a person may see, of the table with this alias. */
  visible: (person: Person, alias: string) => RawBuilder<boolean>;
  /** @throws if the person may not write records of this collectivité */
  demandWritable: (person: Person, entiteId: number | null) => void;
}

/** Belongs to no collectivité: every signed-in person reads it, only Super Admin writes it. */
export const ofPlatform: ResourceScope = {
  visible: () => sql<boolean>`true`,
  demandWritable: demandSuperAdmin,
};

/** Belongs to a collectivité: read and written by its people. */
export const ofEntite: ResourceScope = {
  visible: (person, alias) => entiteCondition(scopeOf(person), sql.ref(`${alias}.entite_id`)),
  demandWritable: demandEntite,
};

export interface ResourceDeclaration {
  resource: Resource;
  /** Domain that owns it, for the journal. */
  domain: string;
  /** Of the collectivité if its records have one, otherwise of the platform. */
  scope: ResourceScope;
  /** Columns whose names do not follow from their fields. */
  columns?: Record<string, string>;
  /** Computed instead of stored: derived fields, and additional properties of replies, on the table with this alias. */
  expressions?: Record<string, RawBuilder<unknown>>;
  /** Message for a value already in use, by unique key. */
  duplicates?: Duplicates;
}

/**
 * The declared resources of a domain; each belongs to its records' collectivité, or else to the platform.
 * @param exceptions deviations, by name
 */
export const declarations = <All extends Record<string, Resource>>(
  domain: string,
  resources: All,
  exceptions: { [Name in keyof All]?: Partial<Omit<ResourceDeclaration, 'resource' | 'domain'>> } = {},
): ResourceDeclaration[] =>
  Object.entries(resources).map(([name, resource]) => ({
    resource,
    domain,
    scope: 'entite' in resource.fields ? ofEntite : ofPlatform,
    ...exceptions[name],
  }));

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `moyenPaiement` -> `moyen_paiement_id` for a reference, `nomCourt` -> `nom_court` otherwise. */
export const columnName = ({ resource, columns = {} }: ResourceDeclaration, name: string): string =>
  columns[name] ?? (resource.fields[name]?.kind === 'reference' ? `${snake(name)}_id` : snake(name));

/** Whether its records belong to a collectivité. */
export const hasEntite = (declaration: ResourceDeclaration): boolean =>
  'entite' in declaration.resource.fields;

function columnsOf(declaration: ResourceDeclaration): Record<string, ListColumn> {
  const { resource } = declaration;
  const { alias, fields } = resource;
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  const columns: Record<string, ListColumn> = {};
  for (const [name, { type, identifies }] of Object.entries(resource.filterFields)) {
    const [prefix = '', key = ''] = name.split('.');
    const link = Object.entries(fields).find(
      ([, field]) => field.kind === 'reference' && field.alias === prefix && prefix !== alias,
    );
    const field = fields[key];
    if (key === 'valable' && name === collectiviteColumn(resource)) {
      const entite = own(columnName(declaration, 'entite'));
      columns[name] = { sql: entite, type, some: (is) => sql<boolean>`(${entite} is null or ${is})` };
    } else if (link)
      columns[name] =
        key === 'id'
          ? { sql: own(columnName(declaration, link[0])), type, nullable: !link[1].required }
          : { sql: sql.ref(`${prefix}.${key}`), type, join: prefix, nullable: !link[1].required };
    else
      columns[name] = {
        sql: declaration.expressions?.[key] ?? own(columnName(declaration, key)),
        type,
        identifies,
        nullable: field !== undefined && !field.required && field.kind !== 'flag',
      };
  }
  return columns;
}

/** The list of a declared resource, derived from its fields. */
export function listSourceOf(declaration: ResourceDeclaration): ListSource<ResourceRow> {
  const { resource } = declaration;
  const table = tableOf(resource.path);
  const { alias, fields } = resource;
  const joins: ListSource<ResourceRow>['joins'] = {};
  const otherAliases: Record<string, string> = { [table]: alias };
  const row: Record<string, RawBuilder<unknown>> = { id: sql.ref(`${alias}.id`) };
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'references' || field.kind === 'secret')
      throw new Error(`${resource.path}.${name}: such a field needs a service of its own`);
    const column = declaration.expressions?.[name] ?? sql.ref(`${alias}.${columnName(declaration, name)}`);
    if (field.kind !== 'reference') {
      row[name] = column;
      continue;
    }
    otherAliases[name] = field.alias;
    joins[field.alias] = {
      sql: sql`left join ${sql.table(tableOf(field.to))} as ${sql.id(field.alias)} on ${sql.ref(`${field.alias}.id`)} = ${column}`,
    };
    row[name] = nested(field.alias);
  }
  for (const [name, expression] of Object.entries(declaration.expressions ?? {}))
    if (!(name in fields)) row[name] = expression;
  return {
    alias,
    otherAliases,
    from: sql`${sql.table(table)} as ${sql.id(alias)}`,
    key: sql.ref(`${alias}.id`),
    joins,
    columns: columnsOf(declaration),
    order: { column: resource.order, direction: 'asc' },
    pageSize: resource.pageSize,
    schema: resource.replySchema as unknown as z.ZodType<ResourceRow>,
    row: {
      ...row,
      createdAt: instant(`${alias}.created_at`),
      updatedAt: instant(`${alias}.updated_at`),
      version: sql.ref(`${alias}.version`),
    } as unknown as RowFields<ResourceRow>,
  };
}
