import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';

/** The jobs that apply a tax's new rates to billed amounts, the latest first: the server starts them on save. */
export function useSettlements(taxe: number | undefined, enabled = true) {
  return useQuery({
    ...queryFor('GET /travaux'),
    enabled: enabled && taxe !== undefined,
    select: ({ data }) =>
      data.filter(({ parametres }) => parametres['reglement'] === true && parametres['taxe'] === taxe),
  });
}
