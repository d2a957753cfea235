import type { ComponentType } from 'react';
import type { Right } from '@octroi/contract/register';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import type { Href } from '#src/platform/address.ts';
import type { ListScope } from '#src/platform/resource.ts';
import type { ChosenPlace } from '#src/platform/choices.ts';
import type { Session } from '#src/platform/session.ts';
import type { Column, ListDefaults, RowAct } from '../list/index.ts';
import type { Crumb } from '../page/PageHeader.tsx';
import type { FormValues, Mode } from './form-values.ts';

/** A screen of a record beside its form, in the menu of its row. */
interface RowLink {
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  href: (row: ResourceRow) => Href;
  /** What one must be granted to see it. */
  right: Right;
}

/**
 * Fields that are asked for in view of the others: each is marked, with its hint while it is missing and nothing where it
 * is not.
 * @param chosen name of what is chosen in a reference
 */
export type RequiredFields = (
  values: FormValues,
  chosen: (field: string) => string | undefined,
) => Readonly<Record<string, string | undefined>>;

/** The web side of a declared resource: what the contract does not say. */
export interface ResourceScreens {
  resource: Resource;
  /** Fields shown by the list, in order; a column is written out where a field does not say it all; by default all typed in. */
  columns?: readonly (string | Column<ResourceRow>)[];
  /** Choices that depend on another field: `{ categorie: { column: 'ent.id', by: 'entite' } }`. */
  narrow?: Readonly<Record<string, { column: string; by: string }>>;
  /** Title of the list; the plural of the resource by default. */
  title?: string;
  /** Where it stands between Tableau de bord and its title; Configurations by default. */
  section?: readonly Crumb[];
  /** Fields that the form shows, in order; all by default. */
  form?: Partial<Record<Mode, readonly string[]>>;
  /** Beneath the form of a record: what is saved apart from it. */
  Below?: ComponentType<{ row: ResourceRow; readOnly: boolean }>;
  /** Buttons beside Creation. */
  Actions?: ComponentType;
  /** Further entries in the menu of a row, after Modifier. */
  links?: readonly RowLink[];
  /** Further acts in the menu of a row, before Supprimer; a hook. */
  useActs?: () => (row: ResourceRow) => readonly RowAct[];
  /** Fields that the form asks for where calls may leave them out. */
  required?: RequiredFields;
  /** Values that every new record gets and no form shows. */
  presetValues?: Readonly<Record<string, unknown>>;
  /** Parameters that every call of the list carries. */
  query?: ListScope;
  /** Filter rows that the list opens with; by default the chosen collectivité, where there are several. */
  preset?: (session: Session, chosenPlace: ChosenPlace | null) => readonly FilterRow[];
  /** Order that the list opens with; ascending by default. */
  sortOrder?: ListDefaults['sortOrder'];
  /** Head of the row numbers; `#` by default. */
  numberHead?: string;
  /** Label of the button that leads to a new record; Creation by default. */
  createLabel?: string;
  /** Also says whose each record is where one collectivité alone is in sight. */
  showsEntite?: (session: Session, chosenPlace: ChosenPlace | null) => boolean;
}

type To = NonNullable<Href['to']>;
type WithForms<Path> = Path extends To
  ? `${Path}/create` extends To
    ? `${Path}/$id` extends To
      ? Path
      : never
    : never
  : never;

/** Addresses under which the three screens of a declared resource stand. */
export type ResourceRoute = WithForms<To>;

/** The screen of one record. */
export const recordOf = (route: ResourceRoute, { id }: ResourceRow): Href => ({
  to: `${route}/$id`,
  params: { id: String(id) },
});

/** A declaration and the route under which its screens stand (`/type-equipement`). */
export interface RoutedResource extends ResourceScreens {
  route: ResourceRoute;
}
