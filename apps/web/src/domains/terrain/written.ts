/** What is asked anew once something was written of devices or cases. */
import { type Address, resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';

const READ: readonly Address[] = ['GET /appareils', 'GET /cas_terrain'];

export const written = (): Promise<unknown> =>
  Promise.all(READ.map((address) => queryClient.invalidateQueries({ queryKey: resourceKey(address) })));
