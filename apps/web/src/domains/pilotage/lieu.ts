import type { Lieu } from '@octroi/contract/pilotage/classeurs/details';
import { levelOf, type Territory } from '#src/ui/territory/use-territory.ts';

/** The place on screen, as used in titles and exported pictures. */
export const lieuOf = ({ names, everywhere, chain, ms, own, topLevel }: Territory): Lieu => ({
  noms: names,
  partout: everywhere,
  dessous: ms.length > 1 || (own && chain.length === 0) ? undefined : levelBelow(chain.at(-1), topLevel),
});

const levelBelow = (last: Territory['chain'][number] | undefined, topLevel: number): number =>
  last ? levelOf(last) + 1 : topLevel;
