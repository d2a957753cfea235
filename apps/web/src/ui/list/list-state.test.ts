import { describe, expect, it } from 'vitest';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import {
  isNarrowed,
  type ListDefaults,
  pageQuery,
  readListSearch,
  reduceList,
  searchOf,
  stateOf,
} from './list-state.ts';

const named: FilterRow = { column: 'teq.nom', operator: 'like', x: 'kiosque' };
const active: FilterRow = { column: 'teq.enabled', operator: 'eq', x: '1', connector: 'and' };
const defaults: ListDefaults = { orderBy: 'teq.nom', itemperpage: 30 };
const preset: ListDefaults = { ...defaults, filters: [named] };

describe('readListSearch', () => {
  it('drops invalid parameters', () => {
    expect(readListSearch({ page: 0, itemperpage: 9999, orderBy: 3, sortOrder: 'up', f: 'x' })).toEqual({});
    expect(readListSearch({ f: [{ column: 'a.b', operator: 'drop' }, null, named] }).f).toEqual([named]);
  });
  it('converts numbers parsed by the router to text', () => {
    expect(readListSearch({ f: [{ column: 'ent.id', operator: 'in', x: [1, 2] }] }).f).toEqual([
      { column: 'ent.id', operator: 'in', x: ['1', '2'] },
    ]);
  });
});

describe('the address', () => {
  it('is empty for a list with its defaults', () => {
    expect(searchOf(stateOf({}, preset), preset)).toEqual({});
  });
  it('narrows a list by a search or a filter, not by its default filters nor by their removal', () => {
    const narrowed = [{}, { f: [] }, { f: [named, active] }, { q: 'kiosque' }].map((search) =>
      isNarrowed(stateOf(search, preset), preset),
    );
    expect(narrowed).toEqual([false, false, true, true]);
  });
  it('distinguishes removed default filters from active ones', () => {
    const bare = reduceList(stateOf({}, preset), { type: 'filter', filters: [] });
    expect(searchOf(bare, preset).f).toEqual([]);
    expect(stateOf({ f: [] }, preset).filters).toEqual([]);
  });
  it('round-trips the state', () => {
    const state = {
      page: 3,
      itemperpage: 100,
      orderBy: 'teq.code',
      sortOrder: 'desc',
      filters: [named, active],
    } as const;
    expect(stateOf(readListSearch({ ...searchOf(state, defaults) }), defaults)).toEqual(state);
  });
});

describe('reduceList', () => {
  const third = { ...stateOf({}, defaults), page: 3 };
  it('returns to page 1 when order, size or filter change, not when the page does', () => {
    expect(reduceList(third, { type: 'page', page: 4 }).page).toBe(4);
    expect(reduceList(third, { type: 'size', itemperpage: 50 }).page).toBe(1);
    expect(reduceList(third, { type: 'sortOrder', sortOrder: 'desc' }).page).toBe(1);
    expect(reduceList(third, { type: 'orderBy', column: 'teq.code' }).page).toBe(1);
    expect(reduceList(third, { type: 'filter', filters: [named] }).page).toBe(1);
  });
  it('reverses the order on a second click on a heading', () => {
    const code = reduceList(third, { type: 'head', column: 'teq.code' });
    expect([code.orderBy, code.sortOrder]).toEqual(['teq.code', 'asc']);
    expect(reduceList(code, { type: 'head', column: 'teq.code' }).sortOrder).toBe('desc');
  });
  it('drops unfinished rows and the connector of the first', () => {
    const { filters } = reduceList(third, {
      type: 'filter',
      filters: [{ column: 'teq.nom', operator: 'like', x: '' }, active],
    });
    expect(filters).toEqual([{ column: 'teq.enabled', operator: 'eq', x: '1' }]);
  });
});

it('requests a page with its order, the screen’s parameters and the filter', () => {
  const query = pageQuery(stateOf({ f: [named] }, defaults), {
    ms: [1, 2],
    from: '2026-01-01',
    to: undefined,
    statut: null,
  });
  expect(Object.fromEntries(query)).toEqual({
    page: '1',
    itemperpage: '30',
    orderBy: 'teq.nom',
    sortOrder: 'asc',
    ms: '[1,2]',
    from: '2026-01-01',
    'filter[0][column]': 'teq.nom',
    'filter[0][type]': 'like',
    'filter[0][x]': 'kiosque',
  });
});

it('requests the rows of a page alone where totals tell their number', () => {
  const state = stateOf({}, defaults);
  expect(pageQuery(state, {}, true)).toEqual([...pageQuery(state), ['nombre', '0']]);
});
