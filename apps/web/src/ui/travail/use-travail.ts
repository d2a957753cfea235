import { isOver, type Travail } from '@octroi/contract/travaux';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';

const EVERY = 1000;

/** A long work as it goes on, asked for every second until it is over. */
export function useTravail(started: Travail) {
  const client = useQueryClient();
  const key = ['travaux', started.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Travail>(`travaux/${started.id}`, { signal }),
    initialData: started,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : EVERY),
  });
  const cancel = async (): Promise<void> => {
    try {
      client.setQueryData(key, await api.post<Travail>(`travaux/${started.id}/annulation`));
    } catch (error) {
      toastFailure(error);
    }
  };
  return { travail: data, over: isOver(data), cancel };
}
