/** The queries to refetch after a change of tills. */
import { type Address, resourceKey } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { queryClient } from '#src/platform/query.ts';

const READ: readonly Address[] = [
  'GET /sessions_caisse',
  'GET /detentions',
  'GET /versements',
  'GET /ecarts',
  'GET /valeurs_inactives',
  'GET /ventes_valeurs',
  'GET /releves_valeurs',
];

export const refreshCaisse = (): Promise<unknown> =>
  Promise.all(READ.map((address) => queryClient.invalidateQueries({ queryKey: resourceKey(address) })));

/** The collectivité filter of till lists, if one is chosen. */
export function useEntite(): { entite: number } | Record<never, never> {
  const { chosenPlace } = useChosenPlace();
  return chosenPlace?.kind === 'entite' ? { entite: chosenPlace.id } : {};
}
