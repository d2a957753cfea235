import type { ComponentType, ReactNode } from 'react';
import type { Right, ScreenIcon } from '@octroi/contract/register';
import type { Href } from './address.ts';

type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>;
/** Icons of the side menu by their name in the register; each domain's `index.ts` provides those of its screens. */
export type MenuIcons = Readonly<Record<ScreenIcon, MenuIcon>>;

/** An act of one domain on rows of another domain's list; the router passes it to the list. */
export interface ListAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Confirmation, shown with the number of rows. @param exercice the selected fiscal year */
  prompt?: (exercice: number) => ReactNode;
  /** Right required to see it. */
  right: Right;
  /** @param exercice the selected fiscal year */
  run: (
    selection: { count: number; body: { ids: number[] } | { selection: string } },
    exercice: number,
  ) => void | Promise<void>;
}

/**
 * An act of one domain on a record of another; the router passes it to the record's screen and list. It opens a screen,
 * or runs at once.
 */
export interface RecordAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Rights required to see it. */
  rights: readonly Right[];
  /** The screen that performs it. */
  href?: (id: number) => Href;
  /** Whether it applies to this record; to all records when absent. */
  suits?: (record: object) => boolean;
  /** @param exercice the selected fiscal year */
  run?: (id: number, exercice: number) => void | Promise<void>;
  /** Prints the document that `run` saves. */
  print?: (id: number, exercice: number) => Promise<void>;
}
