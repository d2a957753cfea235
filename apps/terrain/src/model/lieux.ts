/** Places with the names of their ancestors. */
import type { Referentiel } from '#src/platform/exchange/wire.ts';

/** `Yantala Haut › Zone 4`: a place with its ancestors on the phone. */
export function placeText(referentiel: Referentiel | null, lieu: number): string {
  const byId = new Map(referentiel?.lieux.map((lieu) => [lieu[0], lieu]));
  const names: string[] = [];
  for (let at = byId.get(lieu); at && names.length < 8; at = at[2] === null ? undefined : byId.get(at[2]))
    names.unshift(at[1]);
  return names.join(' › ');
}
