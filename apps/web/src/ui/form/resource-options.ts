import { useMemo } from 'react';
import { type FilterRow, filterQuery } from '@octroi/contract/platform/listing/filter';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';

/** What any record may be named by; a sub-entity also by the names of the places above it, the highest first. */
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
  /** Told beneath the label, where options are drawn with it. */
  detail?: string;
}

/** An equipment has no name: it is told by its type and its taxpayer. */
function equipementOf({ type, contribuable }: NamedRecord): string | undefined {
  const [named, owner] = [type, contribuable] as [{ nom?: string } | null, { fullName?: string } | null];
  return named?.nom && owner?.fullName ? `${named.nom} - ${owner.fullName}` : undefined;
}

/**
 * Name of a record in a choice: a person's is the full one; a sub-entity says where it stands, since many share a name; a
 * payment is told by its number.
 */
export function labelOf(record: NamedRecord): string {
  const { id, nom, fullName, username, noTransaction, chemin } = record;
  const [name = `sans nom (identifiant ${id})`] = [
    fullName,
    nom,
    username,
    noTransaction,
    equipementOf(record),
  ].filter((given) => typeof given === 'string');
  return typeof chemin === 'string' && chemin ? `${name} (${chemin})` : name;
}

/** Names of records by id; those that share one are told apart by their collectivité. */
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

/** How a record is said as an option. */
export type Describe = (record: NamedRecord) => Pick<Option, 'label' | 'detail'>;
const byLabel: Describe = (record) => ({ label: labelOf(record) });

/**
 * What is looked for in a place's names and in those above it: each part of what was typed, in any order, so that
 * « Secteur B - Zone 1 » and « Yantala secteur B » both find. A short word belongs to the one before it.
 */
export const partsOf = (text: string): string[] =>
  text
    .split(/\s*(?:[›,;]|\s[-–]\s)\s*|\s+(?=\S{3,})/)
    .map((part) => part.trim())
    .filter((part) => part && part !== '-');

export interface OptionsQuery {
  /** Text that the name contains. */
  search?: string;
  /** Column that the text is looked for in; the name by default. `q`: whatever the list itself finds by. */
  searchColumn?: string;
  /** Further conditions (`{ column: 'ent.id', operator: 'eq', x: '3' }`). */
  filters?: readonly FilterRow[];
  /** Offers active records only. */
  enabledOnly?: boolean;
  /** A parameter of the list, with which it holds what may be offered alone. */
  offered?: string;
  /** Records a page: 30 unless the specification loads more (1 section 9). */
  limit?: number;
  orderBy?: string;
  describe?: Describe;
  /** What those that are read are offered by, the most first. */
  rank?: (record: NamedRecord) => number;
  enabled?: boolean;
}

/** How the list of a choice is being read. */
export interface Reading {
  loading: boolean;
  error: unknown;
  /** The network is missing: what is wanted could not be asked for. */
  offline: boolean;
  retry: () => void;
}

export const readingOf = ({
  isFetching,
  error,
  isPaused,
  refetch,
}: Pick<UseQueryResult, 'isFetching' | 'error' | 'isPaused' | 'refetch'>): Reading => ({
  loading: isFetching,
  error,
  offline: isPaused,
  retry: () => void refetch(),
});

export interface ResourceOptions extends Reading {
  options: Option[];
}

const stay = 60_000;

/** Names of a place and of those above it. */
const LIEU = 'lieu';
/** The words that a list finds by, and how many signs it takes at least. */
const WORDS = 'q';
const LEAST_WORDS = 2;

/** Where records are not named by `nom` alone: people are looked for by first name as well. */
const NAME_COLUMN: Readonly<Record<string, string>> = { users: 'fullName', ramifications: LIEU };

/** Records of the resource `path` as options of a select, by name. */
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
    const found = data?.data ?? [];
    const records = rank ? found.toSorted((one, other) => rank(other) - rank(one)) : found;
    return records.map((record) => ({ value: String(record.id), ...describe(record) }));
  }, [data, describe, rank]);
  return { options, ...readingOf(read) };
}

/** Names of chosen records, by id; those that are out of reach or still coming are absent. */
export function useResourceLabels(path: string, ids: readonly string[]): Map<string, string> {
  const wanted = useMemo(() => [...new Set(ids)].filter((id) => /^\d+$/.test(id)).sort(), [ids]);
  const { data } = useQuery({
    ...callsOf(path).page([
      ['itemperpage', String(wanted.length)],
      ...filterQuery([{ column: 'id', operator: 'in', x: wanted }]),
    ]),
    staleTime: stay,
    enabled: wanted.length > 0,
  });
  return useMemo(() => labelsOf(data?.data ?? []), [data]);
}
