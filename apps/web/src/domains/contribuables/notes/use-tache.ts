import { ANNULATION_TACHE } from '@octroi/contract/contribuables/notes/limits';
import { useQueryClient } from '@tanstack/react-query';
import { call, callKey, resourceKey } from '#src/platform/call.ts';
import { toastFailure, toastSuccess, toastUndo } from '#src/platform/toasts.ts';

/** A task, and the taxpayer it is about. */
interface Tache {
  id: number;
  texte: string;
  contribuable: number;
}

/** Reads notes and due tasks anew after a change. */
export function useNotesRefresh(): (contribuable: number) => Promise<void> {
  const queries = useQueryClient();
  return async (contribuable) => {
    const params = { id: contribuable };
    await Promise.all([
      queries.invalidateQueries({ queryKey: callKey('GET /contribuables/{id}/notes', { params }) }),
      queries.invalidateQueries({ queryKey: resourceKey('GET /notes/a-faire') }),
    ]);
  };
}

/** Ticks a task, and offers to undo it for ten seconds. */
export function useTache(): (tache: Tache) => Promise<void> {
  const refresh = useNotesRefresh();
  const mark = async ({ id, contribuable }: Tache, fait: boolean): Promise<void> => {
    try {
      const params = { id: contribuable, note: id };
      await call('PUT /contribuables/{id}/notes/{note}/fait', { params, body: { fait } });
    } finally {
      // without a network, reading again waits for it: the failure is told at once
      void refresh(contribuable);
    }
  };
  const undo = (tache: Tache): Promise<void> =>
    mark(tache, false).then(() => toastSuccess('La tâche est à refaire', tache.texte), toastFailure);
  return (tache) =>
    mark(tache, true).then(
      () =>
        toastUndo('Tâche faite', tache.texte, {
          seconds: ANNULATION_TACHE.offerte,
          run: () => undo(tache),
        }),
      toastFailure,
    );
}
