import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { call, resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';

/** The jobs that apply a tax's new rates to billed amounts: the server starts them on save. */
export async function settlementsOf(taxe: number): Promise<Travail[]> {
  const { data } = await call('GET /travaux');
  await queryClient.invalidateQueries({ queryKey: resourceKey('GET /travaux') });
  return data.filter(({ parametres }) => parametres['reglement'] === true && parametres['taxe'] === taxe);
}
