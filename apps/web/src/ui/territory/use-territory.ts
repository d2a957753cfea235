import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useMemo } from 'react';
import { NIVEAUX } from '@octroi/contract/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import { chainQuery, ownQuery, type Ramification } from './ramifications.ts';
import type { TerritorySearch } from './territory-search.ts';

/** The place of a screen: from its address, else from the top bar. */
export interface Territory {
  /** Absent if all collectivités in scope are meant. */
  entite: Nested | undefined;
  /** The chosen sub-entity with its ancestors, highest first; empty if none or several are chosen. */
  chain: readonly Ramification[];
  /** Sub-entities for queries, each with its subtree. */
  ms: readonly number[];
  /** Collectivité id for queries. */
  entiteId: number | undefined;
  /** Names from the collectivité down. */
  names: readonly string[];
  /** Name of the whole scope, without a choice. */
  everywhere: string;
  /** The sub-entities of a limited person; undefined for all others. */
  own: readonly Ramification[] | undefined;
  /** Level (0 is the département) of the first entry of `chain`. */
  topLevel: number;
  loading: boolean;
  failure: Failure | undefined;
}

/** Level of a sub-entity by its type: a limited person's own may be below the département. */
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
  // the address takes precedence over the top bar, which may be in another collectivité
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
    failure: failureOf(chained, own),
  };
}

const entiteOf = (chosenPlace: ReturnType<typeof useChosenPlace>['chosenPlace']): number | undefined =>
  chosenPlace?.kind === 'ramification' ? chosenPlace.entite.id : chosenPlace?.id;
