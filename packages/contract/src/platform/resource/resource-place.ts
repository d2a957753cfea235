/** How the list of a resource is narrowed to a collectivité; apart from the schemas, which not every screen needs. */

/** What is read of a declared resource. */
interface Narrowed {
  alias: string;
  fields: Readonly<
    Record<string, { kind: string; alias?: string; required?: boolean; derived?: boolean } | undefined>
  >;
}

/**
 * The column that finds what a collectivité may use: its own records, and those that belong to none where the resource has
 * such; undefined where its records belong to no collectivité at all.
 */
export function collectiviteColumn({ alias, fields }: Narrowed): string | undefined {
  const field = fields['entite'];
  if (field?.kind !== 'reference') return undefined;
  return field.required || field.derived ? `${field.alias}.id` : `${alias}.valable`;
}
