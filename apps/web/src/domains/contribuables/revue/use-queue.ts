import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callsOf, type ListScope } from '#src/platform/resource.ts';
import { failureOf } from '#src/platform/query.ts';
import { type ListState, pageQuery } from '#src/ui/list/list-state.ts';
import {
  BATCH,
  including,
  isLoaded,
  nextPage,
  type Outcome,
  type Queue,
  queueOf,
  type QueuePage,
  withOutcome,
  withPage,
} from './queue.ts';

/** Time for which the queue is kept while a record is corrected. */
const KEPT_MS = 60 * 60_000;

/**
 * The records of a list, loaded as the review advances.
 * @param named the record that the address names: the queue is kept with it; without one it starts anew
 */
export function useQueue(state: ListState, scope: ListScope, named: number | undefined) {
  const client = useQueryClient();
  const queryKey = ['revue', pageQuery(state, scope)] as const;
  useState(() => {
    if (named === undefined) client.removeQueries({ queryKey });
  });

  const load = async (page: number): Promise<QueuePage> => {
    const { data, meta } = await client.fetchQuery({
      ...callsOf('contribuables').page(pageQuery({ ...state, page, itemperpage: BATCH }, scope)),
      staleTime: 0,
    });
    return { ids: data.map(({ id }) => id), waiting: meta.total_records ?? data.length };
  };
  const read = useQuery({
    queryKey,
    queryFn: async () => {
      const queue = queueOf(await load(1));
      return named === undefined ? queue : including(queue, named);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnReconnect: false,
  });
  const [data, failure] = [read.data, failureOf(read)];

  const change = (update: (queue: Queue) => Queue): Queue | undefined =>
    client.setQueryData<Queue>(queryKey, (queue) => queue && update(queue));
  return {
    queue: data,
    failure,
    settle: (id: number, outcome: Outcome | undefined) => change((queue) => withOutcome(queue, id, outcome)),
    /** Loads the next records. @returns the queue with them */
    more: async (queue: Queue): Promise<Queue> => {
      if (isLoaded(queue)) return queue;
      const page = await load(nextPage(queue));
      return change((now) => withPage(now, page)) ?? queue;
    },
  };
}
