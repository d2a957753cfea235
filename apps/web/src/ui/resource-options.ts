import { useMemo } from 'react';
import { type FilterRow, filterQuery } from '@octroi/contract/filter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';

/** What any record may be named by. */
export interface NamedRecord {
  id: number;
  nom?: string | null;
  fullName?: string | null;
  username?: string | null;
  /** Names of the places above a sub-entity, the highest first. */
  chemin?: string | null;
}

export interface Option {
  value: string;
  label: string;
}

/** Name of a record in a choice: a person's is the full one; a sub-entity says where it stands, since many share a name. */
export function labelOf({ id, nom, fullName, username, chemin }: NamedRecord): string {
  const name = fullName ?? nom ?? username ?? `n° ${id}`;
  return chemin ? `${name} (${chemin})` : name;
}

const toOption = (record: NamedRecord): Option => ({ value: String(record.id), label: labelOf(record) });

export interface OptionsQuery {
  /** Text that the name contains. */
  search?: string;
  /** Column that the text is looked for in; the name by default. */
  searchColumn?: string;
  /** Further conditions (`{ column: 'ent.id', operator: 'eq', x: '3' }`). */
  filters?: readonly FilterRow[];
  /** Offers active records only. */
  enabledOnly?: boolean;
  /** Records a page: 30 unless the specification loads more (1 section 9). */
  limit?: number;
  orderBy?: string;
  enabled?: boolean;
}

export interface ResourceOptions {
  options: Option[];
  loading: boolean;
  error: unknown;
}

interface Records {
  data: NamedRecord[];
}

const stay = 60_000;

/** Where records are not named by `nom` alone: people are looked for by first name as well. */
const NAME_COLUMN: Readonly<Record<string, string>> = { users: 'fullName' };

/** Records of the resource `path` as options of a select, by name. */
export function useResourceOptions(path: string, query: OptionsQuery = {}): ResourceOptions {
  const {
    search,
    searchColumn = NAME_COLUMN[path] ?? 'nom',
    filters = [],
    enabledOnly,
    limit = 30,
    orderBy,
    enabled = true,
  } = query;
  const rows: FilterRow[] = [
    ...filters,
    ...(enabledOnly ? [{ column: 'enabled', operator: 'eq', x: '1' } as const] : []),
    ...(search ? [{ column: searchColumn, operator: 'like', x: search } as const] : []),
  ];
  const params: [string, string][] = [
    ['itemperpage', String(limit)],
    ...(orderBy ? [['orderBy', orderBy] satisfies [string, string]] : []),
    ...filterQuery(rows),
  ];
  const { data, isFetching, error } = useQuery({
    queryKey: [path, 'options', params],
    queryFn: ({ signal }) => api.get<Records>(path, { query: params, signal }),
    placeholderData: keepPreviousData,
    staleTime: stay,
    enabled,
  });
  const options = useMemo(() => (data?.data ?? []).map(toOption), [data]);
  return { options, loading: isFetching, error };
}

/** Names of chosen records, by id; those that are out of reach or still coming are absent. */
export function useResourceLabels(path: string, ids: readonly string[]): Map<string, string> {
  const wanted = useMemo(() => [...new Set(ids)].filter((id) => /^\d+$/.test(id)).sort(), [ids]);
  const { data } = useQuery({
    queryKey: [path, 'noms', wanted],
    queryFn: ({ signal }) =>
      api.get<Records>(path, {
        signal,
        query: [
          ['itemperpage', String(wanted.length)],
          ...filterQuery([{ column: 'id', operator: 'in', x: wanted }]),
        ],
      }),
    staleTime: stay,
    enabled: wanted.length > 0,
  });
  return useMemo(
    () => new Map((data?.data ?? []).map((record) => [String(record.id), labelOf(record)])),
    [data],
  );
}
