import type { ComponentType, ReactNode } from 'react';
import type { Href } from '#src/platform/address.ts';

/** An act in the menu of a row. */
export interface RowAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Its address, or its handler. */
  href?: Href;
  run?: () => void | Promise<void>;
  danger?: boolean;
}

/** Rows in a bulk call: ids if they are few, else the token of a stored selection. */
export type SelectionBody = { ids: number[] } | { selection: string };

/** The ticked rows, passed to a bulk act. */
export interface BulkSelection {
  count: number;
  body: SelectionBody;
}

/** An act on ticked rows. */
export interface BulkAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  danger?: boolean;
  /** Confirmation, shown with the number of rows. Absent: no confirmation. */
  prompt?: ReactNode;
  run: (selection: BulkSelection) => void | Promise<void>;
}
