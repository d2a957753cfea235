import { useMemo } from 'react';
import { type FilterRow, filterQuery } from '@octroi/contract/platform/listing/filter';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';

/** The naming fields of a record; a sub-entity also has its ancestors' names, highest first. */
export type NamedRecord = { id: number } & Readonly<
  Partial<
    Record<
      | 'nom'
      | 'fullName'
      | 'username'
      | 'noTransaction'
      | 'type'
      | 'contribuable'
      | 'entite'
      | 'chemin'
      | 'parent'
      | 'situations'
      | 'numKlis'
      | 'telephone'
      | 'ramification',
      unknown
    >
  >
>;

export interface Option {
  value: string;
  label: string;
  /** Shown below the label. */
  detail?: string;
}

/** An equipment has no name: its type and taxpayer identify it. */
function equipementOf({ type, contribuable }: NamedRecord): string | undefined {
  const [named, owner] = [type, contribuable] as [{ nom?: string } | null, { fullName?: string } | null];
  return named?.nom && owner?.fullName ? `${named.nom} - ${owner.fullName}` : undefined;
}

/**
 * Label of a record: a person's full name; a sub-entity with its ancestors, because names repeat; a payment's number.
 */
export function labelOf(record: NamedRecord): string {
  const { id, nom, fullName, username, noTransaction, chemin } = record;
  const [name = `sans nom (identifiant ${id})`] = [
    fullName,
    nom,
    username,
    noTransaction,
    equipementOf(record),
  ].filter((name) => typeof name === 'string');
  return typeof chemin === 'string' && chemin ? `${name} (${chemin})` : name;
}

/** Labels by id; equal ones get their collectivité. */
export function labelsOf(records: readonly NamedRecord[]): Map<string, string> {
  const alike = Map.groupBy(records, labelOf);
  return new Map(
    records.map((record) => {
      const [label, entite] = [labelOf(record), record.entite as { nom?: string } | null | undefined];
      const several = (alike.get(label)?.length ?? 0) > 1;
      return [String(record.id), several && entite?.nom ? `${label} (${entite.nom})` : label];
    }),
  );
}

/** How a record is written as an option. */
export type Describe = (record: NamedRecord) => Pick<Option, 'label' | 'detail'>;
const byLabel: Describe = (record) => ({ label: labelOf(record) });

/**
 * The search terms for a place, matched in any order against its name and its ancestors', so that « Secteur B - Zone 1
 * » and « Yantala secteur B » both match. A short word is joined to the one before it.
 */
export const partsOf = (text: string): string[] =>
  text
    .split(/\s*(?:[›,;]|\s[-–]\s)\s*|\s+(?=\S{3,})/)
    .map((part) => part.trim())
    .filter((part) => part && part !== '-');

export interface OptionsQuery {
  /** Search text. */
  search?: string;
  /** Searched column; the name by default. `q`: the list's own search. */
  searchColumn?: string;
  /** Further filters (`{ column: 'ent.id', operator: 'eq', x: '3' }`). */
  filters?: readonly FilterRow[];
  /** Offers active records only. */
  enabledOnly?: boolean;
  /** A parameter of the list that limits it to what may be offered. */
  offered?: string;
  /** Records loaded: 30 unless the specification says otherwise (1 section 9). */
  limit?: number;
  orderBy?: string;
  describe?: Describe;
  /** Sorts the loaded records, highest first. */
  rank?: (record: NamedRecord) => number;
  enabled?: boolean;
}

/** Loading state of a select's list. */
export interface Reading {
  loading: boolean;
  failure: Failure | undefined;
  /** Offline: the request could not be sent. */
  offline: boolean;
}

export const readingOf = (
  read: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'isPaused' | 'refetch'>,
): Reading => ({
  loading: read.isFetching,
  failure: failureOf(read),
  offline: read.isPaused,
});

export interface ResourceOptions extends Reading {
  options: Option[];
  /** The number of all records that match the search. */
  total: number;
}

const stay = 60_000;

/** Column with the names of a place and its ancestors. */
const LIEU = 'lieu';
/** Search parameter of a list, and the minimum length of a word. */
const WORDS = 'q';
const LEAST_WORDS = 2;

/** Name column of resources without `nom`: people are also found by first name. */
const NAME_COLUMN: Readonly<Record<string, string>> = { users: 'fullName', ramifications: LIEU };

/** Records of the resource `path` as select options, by name. */
export function useResourceOptions(path: string, query: OptionsQuery = {}): ResourceOptions {
  const {
    search,
    searchColumn = NAME_COLUMN[path] ?? 'nom',
    filters = [],
    enabledOnly,
    offered,
    limit = 30,
    orderBy,
    describe = byLabel,
    rank,
    enabled = true,
  } = query;
  const byWords = searchColumn === WORDS;
  const parts = byWords ? [] : searchColumn === LIEU ? partsOf(search ?? '') : [search ?? ''];
  const rows: FilterRow[] = [
    ...filters,
    ...(enabledOnly ? [{ column: 'enabled', operator: 'eq', x: '1' } as const] : []),
    ...parts.filter(Boolean).map((x) => ({ column: searchColumn, operator: 'like', x }) as const),
  ];
  const params: [string, string][] = [
    ['itemperpage', String(limit)],
    ...(offered ? [[offered, '1'] satisfies [string, string]] : []),
    ...(byWords && search && search.length >= LEAST_WORDS ? [['q', search] satisfies [string, string]] : []),
    ...(orderBy ? [['orderBy', orderBy] satisfies [string, string]] : []),
    ...filterQuery(rows),
  ];
  const read = useQuery({
    ...callsOf(path).page(params),
    placeholderData: keepPreviousData,
    staleTime: stay,
    enabled,
  });
  const { data } = read;
  const options = useMemo(() => {
    const loaded = data?.data ?? [];
    const records = rank ? loaded.toSorted((one, other) => rank(other) - rank(one)) : loaded;
    return records.map((record) => ({ value: String(record.id), ...describe(record) }));
  }, [data, describe, rank]);
  return { options, total: data?.meta.total_records ?? options.length, ...readingOf(read) };
}

/** Labels of chosen records by id; those out of scope or still loading are missing. */
export function useResourceLabels(path: string, ids: readonly string[]) {
  const uniqueIds = useMemo(() => [...new Set(ids)].filter((id) => /^\d+$/.test(id)).sort(), [ids]);
  const read = useQuery({
    ...callsOf(path).page([
      ['itemperpage', String(uniqueIds.length)],
      ...filterQuery([{ column: 'id', operator: 'in', x: uniqueIds }]),
    ]),
    staleTime: stay,
    enabled: uniqueIds.length > 0,
  });
  const { data } = read;
  const labels = useMemo(() => labelsOf(data?.data ?? []), [data]);
  return { labels, reading: readingOf(read) };
}
