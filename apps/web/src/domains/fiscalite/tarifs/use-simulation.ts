import type { Simulation } from '@octroi/contract/fiscalite/taxes/taxes';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { typedRead } from '#src/platform/query.ts';
import type { TaxeBody } from '../taxes/infos.ts';

/** A tax ready to be sent, with its id if it exists. */
export type Proposal = TaxeBody & { id?: number };

/** The effect on the échéances of a year. */
export type Changement = NonNullable<Simulation['changements']>[number];

/** The expected effect of a proposed tax; requested once per proposal, whatever the number of components. */
export function useSimulation(proposal: Proposal, enabled = true) {
  return useQuery({
    ...queryFor('POST /entite_taxes/simulation', { body: proposal }),
    ...typedRead,
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
