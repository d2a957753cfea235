import { isOver } from '@octroi/contract/platform/jobs/statuts';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, call, callKey } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';

const EVERY = 1000;

/** Follows a job, polled every second until it ends. */
export function useTravail(started: Travail) {
  const client = useQueryClient();
  const params = { travail: started.id };
  const { data } = useQuery({
    ...queryFor('GET /travaux/{travail}', { params }),
    initialData: started,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : EVERY),
  });
  const act = async (request: Promise<Travail>): Promise<void> => {
    try {
      client.setQueryData(callKey('GET /travaux/{travail}', { params }), await request);
    } catch (error) {
      toastFailure(error);
    }
  };
  return {
    travail: data,
    over: isOver(data),
    cancel: () => act(call('POST /travaux/{travail}/annulation', { params })),
    retry: () => act(call('POST /travaux/{travail}/relance', { params })),
  };
}
