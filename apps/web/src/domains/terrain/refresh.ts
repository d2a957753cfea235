/** What is asked anew once something was written of devices or cases. */
import { type Address, resourceKey } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/choices.ts';
import { queryClient } from '#src/platform/query.ts';

const READ: readonly Address[] = ['GET /appareils', 'GET /cas_terrain', 'GET /actes_terrain'];

export const refreshTerrain = (): Promise<unknown> =>
  Promise.all(READ.map((address) => queryClient.invalidateQueries({ queryKey: resourceKey(address) })));

/** The collectivité that lists of the field are kept to, where one is chosen. */
export function useEntite(): { entite: number } | Record<never, never> {
  const { chosenPlace } = useChosenPlace();
  return chosenPlace?.kind === 'entite' ? { entite: chosenPlace.id } : {};
}
