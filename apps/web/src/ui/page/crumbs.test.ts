import type { Viewer } from '@octroi/contract/menu';
import { FACTS } from '@octroi/contract/register';
import type { Grants } from '@octroi/contract/rights';
import { describe, expect, it } from 'vitest';
import { crumb, crumbsFor } from './crumbs.ts';

const viewer = (permissions: Grants): Viewer => ({
  permissions,
  faits: Object.fromEntries(FACTS.map((fact) => [fact, true])) as Viewer['faits'],
});
const TRAIL = [crumb('tableau-de-bord'), crumb('transactions'), { label: 'À éclaircir' }];

describe('a breadcrumb', () => {
  it('is the one of the specification for a person whose rights open its screens', () => {
    const own = viewer({ 'tableau-de-bord': ['Voir'], transactions: ['Lister'] });
    expect(crumbsFor(own, TRAIL)).toEqual(TRAIL);
  });
  it('begins at the start screen of a person who may not open the dashboard', () => {
    const own = viewer({ guichet: ['Voir'], transactions: ['Lister'] });
    expect(crumbsFor(own, TRAIL)).toEqual([crumb('guichet'), ...TRAIL.slice(1)]);
  });
  it('does not name the start screen twice', () => {
    const trail = [crumb('tableau-de-bord'), { label: 'Administration' }, { label: 'Journal' }];
    expect(crumbsFor(viewer({ journal: ['Lister'] }), trail)).toEqual(trail.slice(1));
  });
  it('has no link to a screen that the rights close, and no dashboard for a person without rights', () => {
    expect(crumbsFor(viewer({}), TRAIL)).toEqual([{ label: 'Transactions' }, { label: 'À éclaircir' }]);
  });
});
