/**
 * What a list shows, as the address tells it: page, page size, order and filter rows. The address owns it, so that
 * it can be shared and Back restores it; one reducer changes it.
 */
import type { ListScope } from '#src/platform/resource.ts';
import {
  FILTER_OPERATORS,
  type FilterRow,
  filterQuery,
  isComplete,
} from '@octroi/contract/platform/listing/filter';
import { MAX_ITEMS_PER_PAGE } from '@octroi/contract/constants';

export type SortOrder = 'asc' | 'desc';

/** The search parameters of a list route; what is absent stands at the list's default. */
export interface ListSearch {
  page?: number | undefined;
  itemperpage?: number | undefined;
  orderBy?: string | undefined;
  sortOrder?: SortOrder | undefined;
  /** Words of the quick search. */
  q?: string | undefined;
  /** Rows of the filter builder; an empty list means that the person removed the presets too. */
  f?: FilterRow[] | undefined;
}

export interface ListState {
  page: number;
  itemperpage: number;
  orderBy: string;
  sortOrder: SortOrder;
  q?: string | undefined;
  filters: readonly FilterRow[];
}

export interface ListDefaults {
  orderBy: string;
  sortOrder?: SortOrder;
  itemperpage: number;
  /** Rows that the list opens with: visible as chips, and removable. */
  filters?: readonly FilterRow[];
}

export type ListAction =
  | { type: 'page'; page: number }
  | { type: 'size'; itemperpage: number }
  | { type: 'orderBy'; column: string }
  | { type: 'sortOrder'; sortOrder: SortOrder }
  /** A click on a head: orders by it, or turns the order round. */
  | { type: 'head'; column: string }
  | { type: 'filter'; filters: readonly FilterRow[] }
  | { type: 'words'; q: string }
  /** Takes away what narrows the list: rows and words. */
  | { type: 'clear' };

const count = (raw: unknown, max: number): number | undefined => {
  const value = typeof raw === 'string' ? Number(raw) : raw;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
    ? value
    : undefined;
};
const word = (raw: unknown): string | undefined => (typeof raw === 'string' && raw !== '' ? raw : undefined);
/** The router reads `x=12` as a number; a filter value is text. */
const scalar = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

/** How many letters the quick search takes. */
const WORDS = { least: 2, most: 100 } as const;
/** What is looked for by what is typed: nothing yet where that is too short. */
export function wordsOf(typed: string): string {
  const words = typed.trim().slice(0, WORDS.most);
  return words.length >= WORDS.least ? words : '';
}

function readRow(raw: unknown): FilterRow[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const { column, operator, x, y, connector } = raw as Record<string, unknown>;
  const known = FILTER_OPERATORS.find((each) => each === operator);
  if (typeof column !== 'string' || !known) return [];
  const row: FilterRow = { column, operator: known };
  const value = Array.isArray(x) ? x.flatMap((each) => scalar(each) ?? []) : scalar(x);
  if (value !== undefined) row.x = value;
  const bound = scalar(y);
  if (bound !== undefined) row.y = bound;
  if (connector === 'and' || connector === 'or') row.connector = connector;
  return [row];
}

/** Reads the search parameters of a list route; what makes no sense is left out (`validateSearch`). */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const order = raw.sortOrder;
  return {
    page: count(raw.page, Number.MAX_SAFE_INTEGER),
    itemperpage: count(raw.itemperpage, MAX_ITEMS_PER_PAGE),
    orderBy: word(raw.orderBy),
    sortOrder: order === 'asc' || order === 'desc' ? order : undefined,
    q: wordsOf(scalar(raw.q) ?? '') || undefined,
    f: Array.isArray(raw.f) ? raw.f.flatMap(readRow) : undefined,
  };
}

export function stateOf(search: ListSearch, defaults: ListDefaults): ListState {
  return {
    page: search.page ?? 1,
    itemperpage: search.itemperpage ?? defaults.itemperpage,
    orderBy: search.orderBy ?? defaults.orderBy,
    sortOrder: search.sortOrder ?? defaults.sortOrder ?? 'asc',
    q: search.q,
    filters: search.f ?? defaults.filters ?? [],
  };
}

/** The search parameters that tell `state`, without what stands at its default. */
export function searchOf(state: ListState, defaults: ListDefaults): ListSearch {
  const initial = stateOf({}, defaults);
  const differs = <Key extends keyof ListState>(key: Key): ListState[Key] | undefined =>
    state[key] === initial[key] ? undefined : state[key];
  return {
    page: differs('page'),
    itemperpage: differs('itemperpage'),
    orderBy: differs('orderBy'),
    sortOrder: differs('sortOrder'),
    q: state.q,
    f: JSON.stringify(state.filters) === JSON.stringify(initial.filters) ? undefined : [...state.filters],
  };
}

/** A change of what is listed or of its order returns to page 1. */
export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'page':
      return { ...state, page: action.page };
    case 'size':
      return { ...state, page: 1, itemperpage: action.itemperpage };
    case 'orderBy':
      return { ...state, page: 1, orderBy: action.column };
    case 'sortOrder':
      return { ...state, page: 1, sortOrder: action.sortOrder };
    case 'head': {
      const turned = state.orderBy === action.column && state.sortOrder === 'asc';
      return { ...state, page: 1, orderBy: action.column, sortOrder: turned ? 'desc' : 'asc' };
    }
    case 'words':
      return { ...state, page: 1, q: wordsOf(action.q) || undefined };
    case 'clear':
      return { ...state, page: 1, q: undefined, filters: [] };
    case 'filter':
      return { ...state, page: 1, filters: action.filters.filter(isComplete).map(withoutFirstConnector) };
  }
}

/** The first row joins nothing. */
const withoutFirstConnector = (row: FilterRow, index: number): FilterRow => {
  if (index > 0 || row.connector === undefined) return row;
  const { connector: _connector, ...rest } = row;
  return rest;
};

/** What narrows a list: its filter rows and the screen's own parameters. Counts, selections and totals share it. */
export function scopeQuery(filters: readonly FilterRow[], scope: ListScope = {}): [string, string][] {
  const scopeParams = Object.entries(scope).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === ''
      ? []
      : [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  );
  return [...scopeParams, ...filterQuery(filters.filter(isComplete))];
}

/** The query of one page. */
export function pageQuery(state: ListState, scope?: ListScope): [string, string][] {
  return [
    ['page', String(state.page)],
    ['itemperpage', String(state.itemperpage)],
    ['orderBy', state.orderBy],
    ['sortOrder', state.sortOrder],
    ...scopeQuery(state.filters, scope),
  ];
}
