import type { ComponentType } from 'react';
import type { Right } from '@octroi/contract/register';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import type { Href } from '#src/platform/address.ts';
import type { ListScope } from '#src/platform/resource.ts';
import type { ChosenPlace } from '#src/platform/kept/choices.ts';
import type { Session } from '#src/platform/session.ts';
import type { Question } from '../dialog/confirm.tsx';
import type { Column, ListDefaults, RowAct } from '../list/index.ts';
import type { Crumb } from '../page/crumbs.ts';
import type { FormValue, FormValues, Mode } from './form-values.ts';

/** A link in a row's menu, beside the form. */
interface RowLink {
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  href: (row: ResourceRow) => Href;
  /** Right required to see it. */
  right: Right;
}

/**
 * The required fields, given the other values: a message for a missing one, undefined for an optional one.
 * @param chosen name of the chosen record of a reference
 */
export type RequiredFields = (
  values: FormValues,
  chosen: (field: string) => string | undefined,
) => Readonly<Record<string, string | undefined>>;

export interface FieldNoteProps {
  value: FormValue;
  /** Name of the chosen record of a reference. */
  name: string | undefined;
  /** All values of the form. */
  values: FormValues;
}

/** What the web adds to a declared resource of the contract. */
export interface ResourceScreens {
  resource: Resource;
  /**
   * Columns of the list in order: field names, or full columns where a field is not enough; by default all editable
   * fields.
   */
  columns?: readonly (string | Column<ResourceRow>)[];
  /** Choices that depend on another field: `{ categorie: { column: 'ent.id', by: 'entite' } }`. */
  narrow?: Readonly<Record<string, { column: string; by: string }>>;
  /** Title of the list; the resource's plural by default. */
  title?: string;
  /** Breadcrumbs before the title; Configurations by default. */
  section?: readonly Crumb[];
  /** Fields of the form in order; all by default. */
  form?: Partial<Record<Mode, readonly string[]>>;
  /** Notes below fields, by field. */
  notes?: Readonly<Record<string, ComponentType<FieldNoteProps>>>;
  /** Content below a record's form, saved separately. */
  Below?: ComponentType<{ row: ResourceRow; readOnly: boolean }>;
  /** Buttons beside Creation. */
  Actions?: ComponentType;
  /** Further links in a row's menu, after « Modifier ». */
  links?: readonly RowLink[];
  /** Further acts in a row's menu, before « Supprimer »; a hook. */
  useActs?: () => (row: ResourceRow) => readonly RowAct[];
  /** Fields that the form requires although calls may omit them. */
  required?: RequiredFields;
  /**
   * What to ask before a change is saved, if its consequences are not on screen; undefined: nothing.
   * @param before values that the form opened with
   */
  question?: (record: ResourceRow, before: FormValues, after: FormValues) => Promise<Question | undefined>;
  /** Values of every new record that the form does not show. */
  presetValues?: Readonly<Record<string, unknown>>;
  /** Parameters of every call of the list. */
  query?: ListScope;
  /** Default filter rows; by default the chosen collectivité, if there are several. */
  preset?: (session: Session, chosenPlace: ChosenPlace | null) => readonly FilterRow[];
  /** Default order; ascending by default. */
  sortOrder?: ListDefaults['sortOrder'];
  /** Heading of the row numbers; `#` by default. */
  numberHead?: string;
  /** Label of the create button; « Creation » by default. */
  createLabel?: string;
  /** Shows the collectivité of each record even if only one is visible. */
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

/** Addresses of the three screens of a declared resource. */
export type ResourceRoute = WithForms<To>;

/** Address of a record. */
export const recordOf = (route: ResourceRoute, { id }: ResourceRow): Href => ({
  to: `${route}/$id`,
  params: { id: String(id) },
});

/** A declaration with the address of its screens (`/type-equipement`). */
export interface RoutedResource extends ResourceScreens {
  route: ResourceRoute;
}
