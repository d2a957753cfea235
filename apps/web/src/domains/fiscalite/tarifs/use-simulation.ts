import type { Simulation } from '@octroi/contract/fiscalite/taxes/taxes';
import { useQuery } from '@tanstack/react-query';
import { asks } from '#src/platform/call.ts';
import type { TaxeBody } from '../taxes/infos.ts';

/** A tax as it is about to be sent; its id where it exists. */
export type Proposal = TaxeBody & { id?: number };

/** What becomes of a year's échéances. */
export type Changement = NonNullable<Simulation['changements']>[number];

/** What a proposed tax would bring; asked once for a proposal, however many parts of the screen need it. */
export function useSimulation(proposal: Proposal, enabled = true) {
  return useQuery({
    ...asks('POST /entite_taxes/simulation', { body: proposal }),
    enabled,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
