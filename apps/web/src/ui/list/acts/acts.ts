import type { ComponentType, ReactNode } from 'react';
import type { Href } from '#src/platform/address.ts';

/** What the menu of a row offers. */
export interface RowAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Where it leads; or else what it does. */
  href?: Href;
  run?: () => void | Promise<void>;
  danger?: boolean;
}

/** Rows as a bulk call carries them: a few by id, many under a token that the server keeps. */
export type SelectionBody = { ids: number[] } | { selection: string };

/** The ticked rows, handed to a bulk act. */
export interface BulkSelection {
  count: number;
  body: SelectionBody;
}

/** What the Action menu does to the ticked rows. */
export interface BulkAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  danger?: boolean;
  /** Asked before, with the number of rows. Absent: the act asks nothing or leads elsewhere. */
  prompt?: ReactNode;
  run: (selection: BulkSelection) => void | Promise<void>;
}
