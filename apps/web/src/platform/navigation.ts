import type { ComponentType, ReactNode } from 'react';
import type { Right, ScreenIcon } from '@octroi/contract/register';
import type { Href } from './address.ts';

type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>;
/** Icons of the side menu by the names of the register; the `index.ts` of each domain brings those of its screens. */
export type MenuIcons = Readonly<Record<ScreenIcon, MenuIcon>>;

/** What a domain offers to do with the rows of another's list; the router hands it to that list. */
export interface ListAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Asked before, with the number of rows. @param exercice the fiscal year that the person works on */
  prompt?: (exercice: number) => ReactNode;
  /** What one must be granted to see it. */
  right: Right;
  /** @param exercice the fiscal year that the person works on */
  run: (
    selection: { count: number; body: { ids: number[] } | { selection: string } },
    exercice: number,
  ) => void | Promise<void>;
}

/**
 * What a domain offers to do with one record of another's; the router hands it to that record's screen and list. It
 * leads to a screen, or does it at once.
 */
export interface RecordAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** What one must be granted to see it. */
  rights: readonly Right[];
  /** The screen that does it. */
  href?: (id: number) => Href;
  /** Whether it makes sense for this record; for all of them when absent. */
  suits?: (record: object) => boolean;
  /** @param exercice the fiscal year that the person works on */
  run?: (id: number, exercice: number) => void | Promise<void>;
}
