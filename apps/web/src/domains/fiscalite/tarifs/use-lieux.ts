import { MAX_ITEMS_PER_PAGE } from '@octroi/contract/constants';
import { filterParams } from '@octroi/contract/platform/listing/filter';
import { useQuery } from '@tanstack/react-query';
import { queryFor, type Reply } from '#src/platform/call.ts';
import type { Lieu } from './rates.ts';

/** A sub-entity with its labels. */
export interface LieuNomme extends Lieu {
  nom: string;
  code: string;
  type: string;
}

function named({ data }: Reply<'GET /ramifications'>): LieuNomme[] {
  const ids = new Set(data.map(({ id }) => id));
  // the parent may be out of the person's scope
  return data.map(({ id, nom, code, parent, type }) => ({
    id,
    nom,
    code,
    parent: parent && ids.has(parent.id) ? parent.id : null,
    type: type.nom,
  }));
}

/** The sub-entities of a collectivité in the person's scope, by name. */
export const useLieux = (entite: number | undefined) =>
  useQuery({
    ...queryFor('GET /ramifications', {
      query: {
        itemperpage: MAX_ITEMS_PER_PAGE,
        orderBy: 'ram.nom',
        ...filterParams([{ column: 'ent.id', operator: 'eq', x: String(entite ?? 0) }]),
      },
    }),
    select: named,
    enabled: entite !== undefined,
    // the person's selection refers to them, so they are not refetched while the wizard is open
    staleTime: Infinity,
    gcTime: 0,
  });
