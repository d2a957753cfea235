/** The queries to refetch after a change of devices or cases. */
import { type Address, resourceKey } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { queryClient } from '#src/platform/query.ts';

const READ: readonly Address[] = ['GET /appareils', 'GET /cas_terrain', 'GET /actes_terrain'];

export const refreshTerrain = (): Promise<unknown> =>
  Promise.all(READ.map((address) => queryClient.invalidateQueries({ queryKey: resourceKey(address) })));

/** The collectivité filter of the field lists, if one is chosen. */
export function useEntite(): { entite: number } | Record<never, never> {
  const { chosenPlace } = useChosenPlace();
  return chosenPlace?.kind === 'entite' ? { entite: chosenPlace.id } : {};
}
