import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { call, resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';

/** The works that have brought, or bring, what is billed for a tax to its rates: the server begins them with a save. */
export async function settlementsOf(taxe: number): Promise<Travail[]> {
  const { data } = await call('GET /travaux');
  await queryClient.invalidateQueries({ queryKey: resourceKey('GET /travaux') });
  return data.filter(({ parametres }) => parametres['reglement'] === true && parametres['taxe'] === taxe);
}
