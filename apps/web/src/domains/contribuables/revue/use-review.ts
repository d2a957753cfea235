import { useRef, useState } from 'react';
import { MESSAGES } from '@octroi/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSearchAs } from '#src/platform/address.ts';
import { ApiError } from '#src/platform/api.ts';
import { resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure, toastNote } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { stateOf } from '#src/ui/list/list-state.ts';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { A_VALIDER, waitingOnly } from '../actes/a-valider.ts';
import { useValidation } from '../actes/use-validation.ts';
import { readRevueSearch } from '../search.ts';
import { firstWaiting, neighbour, type Outcome, type Queue } from './queue.ts';
import { useQueue } from './use-queue.ts';

/** Enrolments are passed in review in the list's order; without a chosen one, the oldest first. */
const DEFAULTS = { ...A_VALIDER, sortOrder: 'asc' } as const;

interface Reviewed {
  id: number;
  fullName: string;
}

/** The queue of the address: place, filters and order of the list. */
function useAddressQueue() {
  const search = useSearchAs(readRevueSearch);
  const territory = useTerritory(search);
  const state = stateOf(search, DEFAULTS);
  const scope = {
    entite: territory.entiteId,
    ms: territory.ms.length > 0 ? territory.ms : undefined,
    q: state.q,
  };
  return useQueue({ ...state, filters: waitingOnly(state.filters) }, scope, search.fiche);
}

/** Opens another record of the queue; after the last one, the end. */
function useMoves(more: (queue: Queue) => Promise<Queue>) {
  const navigate = useNavigate();
  const moved = useRef(false);
  const open = (fiche: number | undefined): void => {
    moved.current = true;
    void navigate({
      to: '.',
      search: (now) => ({ ...now, fiche, fin: fiche === undefined ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return {
    open,
    go: async (queue: Queue, id: number, step: 1 | -1): Promise<void> => {
      const next = neighbour(queue, id, step);
      if (next !== undefined) open(next);
      else if (step > 0) open(neighbour(await more(queue), id, step));
    },
    /** Whether a record was shown before this one. */
    hasMoved: () => moved.current,
  };
}

/** People who answered the specification's prompt since the page was opened. */
const confirmed = new Set<number>();

/** Asks the specification's prompt, once a session. */
async function confirmOnce(userId: number, title: string): Promise<boolean> {
  if (confirmed.has(userId)) return true;
  const yes = await askConfirm({ title, message: MESSAGES.confirmerEnrollement, confirm: 'Valider' });
  if (yes) confirmed.add(userId);
  return yes;
}

/** The review: its records, the current one, and the acts on it. */
export function useReview() {
  const { fiche } = useSearchAs(readRevueSearch);
  const { user } = useSession();
  const client = useQueryClient();
  const { queue, failure, settle, more } = useAddressQueue();
  const { open, go, hasMoved } = useMoves(more);
  const validateOne = useValidation();
  const [busy, setBusy] = useState(false);
  const direction = useRef<1 | -1>(1);

  const finish = async (id: number, outcome: Outcome): Promise<void> => {
    const now = settle(id, outcome);
    // lists that show the record are read anew when they are opened
    void client.invalidateQueries({ queryKey: resourceKey('GET /contribuables'), refetchType: 'none' });
    if (now) await go(now, id, outcome === 'validé' ? 1 : direction.current);
  };
  const passOver = async (id: number, reason: string): Promise<void> => {
    toastNote('Passé au suivant', reason);
    await finish(id, 'ailleurs');
  };
  const validate = async ({ id, fullName }: Reviewed): Promise<void> => {
    if (busy || !(await confirmOnce(user.id, fullName))) return;
    setBusy(true);
    try {
      await validateOne({ id, fullName }, () => {
        settle(id, undefined);
        open(id);
      });
      await finish(id, 'validé');
    } catch (failure) {
      // validated or removed by somebody else
      if (failure instanceof ApiError && [404, 409].includes(failure.status))
        await passOver(id, `${fullName} : ${failure.message}`);
      else toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return {
    queue,
    at: queue && (fiche ?? firstWaiting(queue)),
    failure,
    busy,
    more,
    hasMoved,
    validate,
    passOver,
    async move(id: number, step: 1 | -1): Promise<void> {
      direction.current = step;
      if (queue) await go(queue, id, step);
    },
  };
}
export type Review = ReturnType<typeof useReview>;
