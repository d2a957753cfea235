/** What domains put on the day's page, beside the figures that it reads itself. */
import type { ComponentType } from 'react';
import type { Right } from '@octroi/contract/register';
import type { Href } from './address.ts';

/** The place that the page is about: a collectivité, or sub-entities with what lies beneath. */
export interface JourneePlace {
  entite: number | undefined;
  ms: readonly number[];
  /** The present day. */
  today: string;
}

/** How many there are, and the list of exactly those. */
interface JourneeCount {
  nombre: number;
  /** What is told beside, an amount or a kind. */
  detail?: string | undefined;
  href: Href;
}

/** Something that waits for this person; the router hands all of them to the page. */
export interface JourneeTile {
  /** Tells it from the others. */
  cle: string;
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  /** What one must be granted to see it: all of them. */
  rights: readonly Right[];
  /** The resource that it counts: once something of it was written it is asked anew. */
  resource: string;
  /** Reads it; null where it has nothing to do with this person. */
  read: (place: JourneePlace) => Promise<JourneeCount | null>;
}
