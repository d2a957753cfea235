import type { Resource } from '@octroi/contract/resource';

/** The web side of a declared resource: what the contract does not say. */
export interface ResourceScreens {
  resource: Resource;
  /** Fields shown by the list, in order. */
  columns: readonly string[];
  /** Choices that depend on another field: `{ categorie: { column: 'ent.id', by: 'entite' } }`. */
  narrow?: Readonly<Record<string, { column: string; by: string }>>;
  /** Title of the list; the plural of the resource by default. */
  title?: string;
}

/** A declaration and the route under which its screens stand (`/type-equipement`). */
export interface RoutedResource extends ResourceScreens {
  route: string;
}

/** Whether records belong to a collectivité; those that do not are written by Super Admin alone. */
export const belongsToCollectivite = ({ fields }: Resource): boolean => 'entite' in fields;
