/**
 * Access to the address for components used on several screens. A screen itself uses its own route (`getRouteApi`),
 * whose names and types the compiler checks; never annotate the result by hand, since the annotation would be trusted.
 */
import { useMemo } from 'react';
import { type LinkProps, type RegisteredRouter, useParams, useSearch } from '@tanstack/react-router';

/** An address inside the application; `linkOptions` type-checks it, parameters included. */
export type Href = Pick<LinkProps, 'to' | 'params' | 'search'>;

type Routes = RegisteredRouter['routesById'];
type Merged<Each> = {
  [Name in Each extends unknown ? keyof Each : never]?: Each extends unknown
    ? Name extends keyof Each
      ? Each[Name]
      : undefined
    : never;
};

/** All search parameters of all screens, with their types. */
export type AnySearch = Merged<Routes[keyof Routes]['types']['fullSearchSchema']>;

/**
 * The search parameters of the current screen, whichever it is.
 * @param read a constant: the `validateSearch` of the routes concerned
 */
export function useSearchAs<Search>(read: (raw: Record<string, unknown>) => Search): Search {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return useMemo(() => read(raw), [read, raw]);
}

/** Id of the record in the current address. */
export function useAddressId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}
