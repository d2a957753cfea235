import { useCallback, useRef } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { askConfirm } from '../dialog/confirm.tsx';
import { type KeptValues, useKeptTyping } from './use-kept-typing.ts';

/**
 * Asks for confirmation before unsaved changes are lost, by a link, Back or closing the tab.
 * @param kept what is typed, to bring it back after a reload or the end of the session
 * @returns a function that allows the next departure, for use after a save
 */
export function useLeaveGuard<Values extends object>(dirty: boolean, kept?: KeptValues<Values>): () => void {
  const released = useRef(false);
  const throwAway = useKeptTyping(dirty, kept);
  useBlocker({
    enableBeforeUnload: () => dirty && !released.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty || released.current || current.pathname === next.pathname) return false;
      const leaves = await askConfirm({
        title: 'Quitter sans enregistrer ?',
        message: 'Ce que vous avez saisi sera perdu.',
        confirm: 'Quitter',
        cancel: 'Rester',
        danger: true,
      });
      if (leaves) throwAway();
      return !leaves;
    },
  });
  return useCallback(() => {
    released.current = true;
    throwAway();
  }, [throwAway]);
}
