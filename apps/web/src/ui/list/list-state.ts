/**
 * The state of a list in the address: page, page size, order and filter rows. It can be shared, and Back restores it;
 * one reducer changes it.
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

/** The search parameters of a list route; an absent one has its default. */
export interface ListSearch {
  page?: number | undefined;
  itemperpage?: number | undefined;
  orderBy?: string | undefined;
  sortOrder?: SortOrder | undefined;
  /** Quick search. */
  q?: string | undefined;
  /** Filter rows; an empty list means that the person removed the default ones too. */
  f?: readonly FilterRow[] | undefined;
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
  /** Default filter rows: shown as removable chips. */
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
/** The router parses `x=12` as a number; filter values are text. */
const scalar = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

/** Length limits of the quick search. */
const WORDS = { least: 2, most: 100 } as const;
/** The words to search for; empty if too short. */
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

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
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

/** The search parameters of `state`, without default values. */
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

/** Whether the person searches, or filters by more than the default filters. */
export const isNarrowed = (state: ListState, defaults: ListDefaults): boolean => {
  const { q, f = [] } = searchOf(state, defaults);
  return q !== undefined || f.length > 0;
};

/** Any change of filter or order returns to page 1. */
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

/** The first row has no connector. */
const withoutFirstConnector = (row: FilterRow, index: number): FilterRow => {
  if (index > 0 || row.connector === undefined) return row;
  const { connector: _connector, ...rest } = row;
  return rest;
};

/**
 * The query parameters that filter a list: filter rows and the screen's parameters. Counts, selections and totals share
 * them.
 */
export function scopeQuery(filters: readonly FilterRow[], scope: ListScope = {}): [string, string][] {
  const scopeParams = Object.entries(scope).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === ''
      ? []
      : [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  );
  return [...scopeParams, ...filterQuery(filters.filter(isComplete))];
}

/** The query of one page. @param alone whether only its rows are asked for, without the number of all rows */
export function pageQuery(state: ListState, scope?: ListScope, alone = false): [string, string][] {
  return [
    ['page', String(state.page)],
    ['itemperpage', String(state.itemperpage)],
    ['orderBy', state.orderBy],
    ['sortOrder', state.sortOrder],
    ...(alone ? [['nombre', '0'] as [string, string]] : []),
    ...scopeQuery(state.filters, scope),
  ];
}
