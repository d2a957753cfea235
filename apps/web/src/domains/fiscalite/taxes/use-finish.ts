import { SCREENS } from '@octroi/contract/register';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { useState } from 'react';
import { EnAttente } from '#src/platform/api.ts';
import { useMay } from '#src/platform/session.ts';
import { useBackToList } from '#src/ui/list/index.ts';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { bodyOf } from './infos.ts';
import type { Taxe } from './taxes.tsx';
import type { Draft } from './use-draft.ts';
import { settlementsOf } from '../tarifs/use-repricing.ts';
import { useSave } from './use-save.ts';
import { type Proposal, useSimulation } from '../tarifs/use-simulation.ts';

/**
 * Saves the tax, and shows the jobs that apply its rates to billed amounts.
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
  const [travaux, setTravaux] = useState<readonly Travail[]>([]);
  const finish = async (work: typeof save): Promise<void> => {
    const previousIds = new Set((record ? await settlementsOf(record.id) : []).map(({ id }) => id));
    const outcome = await work(body);
    if (outcome === 'stays') return;
    if (outcome instanceof EnAttente) {
      release();
      return back();
    }
    if (outcome !== 'saved') return outcome.errors.length > 0 ? onFaults() : undefined;
    if (record) setTravaux((await settlementsOf(record.id)).filter(({ id }) => !previousIds.has(id)));
    setDone(true);
  };
  return {
    done,
    saving,
    failure,
    forget,
    travaux,
    proposal,
    follows,
    /** An existing tax may be saved only once the effect on its échéances is known. */
    ready: !record || !simulation.isPending,
    save: () => void finish(save),
    saveOver: () => void finish(saveOver),
  };
}
