/** How a resource's list is filtered to a collectivité; apart from the schemas, which not every screen loads. */

/** The parts of a declared resource that are read here. */
interface Narrowed {
  alias: string;
  fields: Readonly<
    Record<string, { kind: string; alias?: string; required?: boolean; derived?: boolean } | undefined>
  >;
}

/**
 * The column that finds the records usable by a collectivité: its own, and shared ones if the resource has them;
 * undefined if its records belong to no collectivité.
 */
export function collectiviteColumn({ alias, fields }: Narrowed): string | undefined {
  const field = fields['entite'];
  if (field?.kind !== 'reference') return undefined;
  return field.required || field.derived ? `${field.alias}.id` : `${alias}.valable`;
}
