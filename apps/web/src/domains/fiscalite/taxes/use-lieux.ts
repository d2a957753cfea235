import { MAX_ITEMS_PER_PAGE } from '@octroi/contract/constants';
import { filterQuery } from '@octroi/contract/filter';
import type { Nested } from '@octroi/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';
import type { Lieu } from './rates.ts';

/** A sub-entity as the wizard shows it. */
export interface LieuNomme extends Lieu {
  nom: string;
  code: string;
  type: string;
}
interface Row extends Nested {
  code: string;
  parent: Nested | null;
  type: Nested;
}

async function fetchLieux(entite: number, signal: AbortSignal): Promise<LieuNomme[]> {
  const { data } = await api.get<{ data: Row[] }>('ramifications', {
    signal,
    query: [
      ['itemperpage', String(MAX_ITEMS_PER_PAGE)],
      ['orderBy', 'ram.nom'],
      ...filterQuery([{ column: 'ent.id', operator: 'eq', x: String(entite) }]),
    ],
  });
  const known = new Set(data.map(({ id }) => id));
  // What lies above may be out of the person's scope.
  return data.map(({ id, nom, code, parent, type }) => ({
    id,
    nom,
    code,
    parent: parent && known.has(parent.id) ? parent.id : null,
    type: type.nom,
  }));
}

/** Every sub-entity of a collectivité that the person sees, by name. */
export const useLieux = (entite: number | undefined) =>
  useQuery({
    queryKey: ['ramifications', 'lieux', entite],
    queryFn: ({ signal }) => fetchLieux(entite ?? 0, signal),
    enabled: entite !== undefined,
    // What was chosen rests on them: they stay while the wizard is open.
    staleTime: Infinity,
    gcTime: 0,
  });
