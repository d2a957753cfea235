import { useState } from 'react';
import type { Travail } from '@octroi/contract/travaux';
import { toastFailure } from '#src/platform/toasts.ts';
import { start } from '../echeances/start.tsx';
import type { Taxe } from './taxes.tsx';
import type { Changement } from './use-simulation.ts';

/** Brings the échéances that stand to the rates that were just saved, one work for each year that changes. */
export function useRepricing() {
  const [travaux, setTravaux] = useState<readonly Travail[]>([]);
  async function reprice({ id, entite }: Taxe, changes: readonly Changement[]): Promise<void> {
    try {
      for (const { annee, retarifees } of changes) {
        if (retarifees === 0) continue;
        const started = await start({ entite: entite.id, taxe: id, annee });
        setTravaux((now) => [...now, ...started]);
      }
    } catch (error) {
      toastFailure(error);
    }
  }
  return { travaux, reprice };
}
