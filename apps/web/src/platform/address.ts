/**
 * What the address says, for what stands on several screens. A screen asks its own route (`getRouteApi`): there the
 * compiler knows each name and its type, unless one is written beside it: that would be believed.
 */
import { useMemo } from 'react';
import { type LinkProps, type RegisteredRouter, useParams, useSearch } from '@tanstack/react-router';

/** An address inside the application. `linkOptions` checks one where it is written, parameters and search included. */
export type Href = Pick<LinkProps, 'to' | 'params' | 'search'>;

type Routes = RegisteredRouter['routesById'];
type Merged<Each> = {
  [Name in Each extends unknown ? keyof Each : never]?: Each extends unknown
    ? Name extends keyof Each
      ? Each[Name]
      : undefined
    : never;
};

/** Every search parameter that some screen reads, with what it may hold. */
export type AnySearch = Merged<Routes[keyof Routes]['types']['fullSearchSchema']>;

/**
 * The search parameters of the screen at hand, whichever it is.
 * @param read a constant: what the routes that have them validate them with
 */
export function useSearchAs<Search>(read: (raw: Record<string, unknown>) => Search): Search {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return useMemo(() => read(raw), [read, raw]);
}

/** The record that the address of the screen at hand names. */
export function useAddressId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}
