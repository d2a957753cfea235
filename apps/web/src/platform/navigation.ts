import type { ComponentType } from 'react';
import type { Permission } from '@octroi/contract/constants';

/** Where an entry stands in the side menu; `collectivite` is the entry named after the selected collectivité. */
export type NavigationGroup =
  | 'accueil'
  | 'collectivite'
  | 'statistiques'
  | 'impressions'
  | 'taxes'
  | 'configurations'
  | 'administration';

/** A link of the side menu, declared by the `index.ts` of the domain that owns the screen. */
export interface NavigationEntry {
  label: string;
  /** Address of the screen, a route that exists. */
  to: string;
  /** Navigation key: the entry shows only to those who may `Lister` there. Absent: shows to everybody. */
  navigation?: string;
  /** What one must be granted there instead of `Lister` (screens of figures have `Voir` alone). */
  permission?: Permission;
  group: NavigationGroup;
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>;
}

export const GROUP_LABELS: Record<Exclude<NavigationGroup, 'accueil' | 'collectivite'>, string> = {
  statistiques: 'Statistiques',
  impressions: 'Impressions',
  taxes: 'Taxes',
  configurations: 'Configurations',
  administration: 'Administration',
};

/** What a domain offers to do with the rows of another's list; the router hands it to that list. */
export interface ListAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** Asked before, with the number of rows. */
  prompt?: string;
  /** What one must be granted to see it. */
  navigation: string;
  permission: Permission;
  run: (selection: {
    count: number;
    body: { ids: number[] } | { selection: string };
  }) => void | Promise<void>;
}

/**
 * What a domain offers to do with one record of another's; the router hands it to that record's screen and list. It
 * leads to a screen, or does it at once.
 */
export interface RecordAct {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** What one must be granted to see it. */
  navigation: string;
  permissions: readonly Permission[];
  /** The screen that does it. */
  to?: (id: number) => string;
  /** Whether it makes sense for this record; for all of them when absent. */
  suits?: (record: object) => boolean;
  /** @param exercice the fiscal year that the person works on */
  run?: (id: number, exercice: number) => void | Promise<void>;
}
