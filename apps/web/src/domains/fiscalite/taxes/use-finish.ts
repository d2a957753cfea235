import { SCREENS } from '@octroi/contract/register';
import { useState } from 'react';
import { EnAttente } from '#src/platform/api.ts';
import { resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { useBackToList } from '#src/ui/list/index.ts';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { bodyOf } from './infos.ts';
import type { Taxe } from './taxes.tsx';
import type { Draft } from './use-draft.ts';
import { useSettlements } from '../tarifs/use-settlements.ts';
import { useSave } from './use-save.ts';
import { type Proposal, useSimulation } from '../tarifs/use-simulation.ts';

/**
 * Saves the tax.
 * @param record the tax to edit; absent for a new one
 * @param shown whether the simulation is on screen
 * @param onFaults moves to the fields refused by the server
 */
export function useFinish(record: Taxe | undefined, draft: Draft, shown: boolean, onFaults: () => void) {
  const { infos, etat, lieux, touched, restore } = draft;
  const [done, setDone] = useState(false);
  const back = useBackToList(SCREENS.taxes.url);
  const release = useLeaveGuard(touched && !done, {
    values: { infos, etat },
    restore,
    version: record?.version,
  });
  const { saving, failure, forget, save, saveOver } = useSave(record, release);
  const body = bodyOf(infos, etat, lieux.data ?? []);
  const proposal: Proposal = record ? { ...body, id: record.id } : body;
  const follows = useMay('ramifications', 'Valider');
  const simulation = useSimulation(proposal, shown && lieux.data !== undefined && !done);
  const settlements = useSettlements(record?.id, shown);
  const [earlier, setEarlier] = useState<readonly string[]>([]);
  const finish = async (work: typeof save): Promise<void> => {
    setEarlier(settlements.data?.map(({ id }) => id) ?? []);
    const outcome = await work(body);
    if (outcome === 'stays') return;
    if (outcome instanceof EnAttente) {
      release();
      return back();
    }
    if (outcome !== 'saved') return outcome.errors.length > 0 ? onFaults() : undefined;
    void queryClient.invalidateQueries({ queryKey: resourceKey('GET /travaux') });
    setDone(true);
  };
  return {
    done,
    saving,
    failure,
    forget,
    /** Ids of the jobs that applied rates of this tax before. */
    earlier,
    proposal,
    follows,
    /** An existing tax may be saved only once the effect on its échéances, and its earlier jobs, are known. */
    ready: !record || !(simulation.isPending || settlements.isPending),
    save: () => void finish(save),
    saveOver: () => void finish(saveOver),
  };
}
