import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useMemo } from 'react';
import { NIVEAUX } from '@octroi/contract/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenPlace } from '#src/platform/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { chainQuery, ownQuery, type Ramification } from './ramifications.ts';
import type { TerritorySearch } from './territory-search.ts';

/** The place that a screen works on: what its address says, else what the top bar has selected. */
export interface Territory {
  /** Absent while all collectivités in scope are meant. */
  entite: Nested | undefined;
  /** The chosen sub-entity and those above it, the highest first; empty when none or several are chosen. */
  chain: readonly Ramification[];
  /** Sub-entities to ask for; each means its subtree. */
  ms: readonly number[];
  /** Collectivité to ask for. */
  entiteId: number | undefined;
  /** Names from the collectivité down. */
  names: readonly string[];
  /** What to call the whole where nothing is chosen. */
  everywhere: string;
  /** Where a person who is attached to sub-entities alone may start; undefined for all others. */
  own: readonly Ramification[] | undefined;
  /** Level (0 is the département) at which `chain` begins. */
  topLevel: number;
  loading: boolean;
  error: unknown;
  retry: () => void;
}

/** Level of a sub-entity by its type: a person's own may stand below the département. */
export const levelOf = (ramification: Ramification | undefined): number =>
  Math.max(
    0,
    NIVEAUX.findIndex((niveau) => niveau === ramification?.type.nom),
  );

export function useTerritory(search: TerritorySearch): Territory {
  const { collectivites, ramifications } = useSession();
  const { chosenPlace } = useChosenPlace();
  const client = useQueryClient();
  const bound = collectivites.length === 0 && ramifications.length > 0;
  const ownIds = useMemo(() => ramifications.map(({ id }) => id), [ramifications]);
  const own = useQuery({ ...ownQuery(ownIds), enabled: bound });

  const selected = chosenPlace?.kind === 'ramification' && !search.entite ? [chosenPlace.id] : [];
  const ms = search.ms ?? selected;
  const single = ms.length === 1 ? (ms[0] ?? 0) : 0;
  const chained = useQuery({ ...chainQuery(client, single, bound ? ownIds : []), enabled: single > 0 });
  const chain = single > 0 ? (chained.data ?? []) : [];

  const [top] = chain;
  // A place in the address outweighs the chosen one, which may be another collectivité's.
  const entiteId = search.entite ?? top?.entite.id ?? (search.ms ? undefined : entiteOf(chosenPlace));
  const known = [
    ...collectivites,
    ...ramifications.map(({ entite }) => entite),
    ...(top ? [top.entite] : []),
  ];
  const entite =
    known.find(({ id }) => id === entiteId) ??
    (entiteId ? { id: entiteId, nom: 'Collectivité inconnue' } : undefined);
  return {
    entite,
    chain,
    ms,
    entiteId,
    names: [
      ...(entite ? [entite.nom] : []),
      ...(ms.length > 1 ? [`${ms.length} sous-entités`] : chain.map(({ nom }) => nom)),
    ],
    everywhere: bound ? 'Toutes les sous-entités' : 'Toutes les collectivités',
    own: bound ? (own.data ?? []) : undefined,
    topLevel: bound ? levelOf(top ?? own.data?.[0]) : 0,
    loading: (single > 0 && chained.isPending) || (bound && own.isPending),
    error: chained.error ?? own.error,
    retry: () => void (own.error ? own : chained).refetch(),
  };
}

const entiteOf = (chosenPlace: ReturnType<typeof useChosenPlace>['chosenPlace']): number | undefined =>
  chosenPlace?.kind === 'ramification' ? chosenPlace.entite.id : chosenPlace?.id;
