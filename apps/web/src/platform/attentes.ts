/** What waits for the person, by screen: one call, read again after each act and when the page is looked at again. */
import { useEffect } from 'react';
import type { Attentes } from '@octroi/contract/attentes';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, resourceKey } from './call.ts';
import { useChosenPlace } from './kept/choices.ts';

const KEY = resourceKey('GET /attente');
/** The beginning of the hashes of its queries. */
const OWN = JSON.stringify(KEY).slice(0, -1);
/** What other people do appears within five minutes on a page that stays open. */
const EVERY_MS = 5 * 60_000;
/** Several resources are read anew after one act: the numbers once. */
const AFTER_ACT_MS = 300;

/**
 * Reads the numbers again when any resource is to be read anew: each act ends with that.
 * @returns stops it
 */
function followActs(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    if (event.query.queryHash.startsWith(OWN) || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: KEY });
    }, AFTER_ACT_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const NONE: Attentes = {};

/** The numbers of the chosen place; empty until they are known. */
export function useAttentes(): Attentes {
  const { chosenPlace } = useChosenPlace();
  const query =
    chosenPlace === null
      ? {}
      : chosenPlace.kind === 'entite'
        ? { entite: chosenPlace.id }
        : { ramification: chosenPlace.id };
  const { data } = useQuery({ ...queryFor('GET /attente', { query }), refetchInterval: EVERY_MS });
  return data?.attentes ?? NONE;
}

/** Keeps the numbers up to date; once in the frame. */
export function useAttentesAfterActs(): void {
  const client = useQueryClient();
  useEffect(() => followActs(client), [client]);
}
