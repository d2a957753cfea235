/** Tiles that domains add to « Ma journée ». */
import type { ComponentType } from 'react';
import type { JourneeTileKey } from '@octroi/contract/journee';
import type { Href } from './address.ts';

/** The place of the page: a collectivité, or sub-entities with their subtrees. */
export interface JourneePlace {
  entite: number | undefined;
  ms: readonly number[];
  /** The present day. */
  today: string;
}

/** A number, with the address of the list it counts. */
interface JourneeCount {
  nombre: number;
  /** Additional text, such as an amount. */
  detail?: string | undefined;
  href: Href;
}

/** A tile for waiting work; the router passes all tiles to the page. */
export interface JourneeTile {
  /** Its rights are in the contract, by this key. */
  cle: JourneeTileKey;
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  /** The counted resource: a change of it refetches the tile. */
  resource: string;
  /** Loads the tile; null if it does not concern the person. */
  read: (place: JourneePlace) => Promise<JourneeCount | null>;
}
