/** The agent's tickets, without those sold on this phone. */
import type { Entry } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { CaisseTerrain } from '#src/platform/exchange/wire.ts';

export type Tranche = CaisseTerrain['valeurs'][number];

export function tranchesOf({ caisse }: Pick<PulledData, 'caisse'>, entries: readonly Entry[]): Tranche[] {
  let tranches = caisse?.valeurs ?? [];
  for (const entry of entries)
    if (entry.type === 'vente' && !entry.tenu && entry.etat !== 'refuse')
      tranches = tranches.flatMap((tranche) => withoutSold(tranche, entry.corps));
  return tranches;
}

/** What remains of a range of numbers after a sale. */
function withoutSold(tranche: Tranche, sold: { categorie: unknown; de: number; a: number }): Tranche[] {
  if (Number(sold.categorie) !== tranche.categorie || sold.a < tranche.de || sold.de > tranche.a)
    return [tranche];
  return [
    { ...tranche, a: sold.de - 1 },
    { ...tranche, de: sold.a + 1 },
  ].filter(({ de, a }) => de <= a);
}
