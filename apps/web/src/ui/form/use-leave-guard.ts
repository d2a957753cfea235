import { useCallback, useRef } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { askConfirm } from '../dialog/confirm.tsx';

/**
 * Asks for confirmation before unsaved changes are lost, by a link, Back or closing the tab.
 * @returns a function that allows the next departure, for use after a save
 */
export function useLeaveGuard(dirty: boolean): () => void {
  const released = useRef(false);
  useBlocker({
    enableBeforeUnload: () => dirty && !released.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty || released.current || current.pathname === next.pathname) return false;
      return !(await askConfirm({
        title: 'Quitter sans enregistrer ?',
        message: 'Ce que vous avez saisi sera perdu.',
        confirm: 'Quitter',
        cancel: 'Rester',
        danger: true,
      }));
    },
  });
  return useCallback(() => {
    released.current = true;
  }, []);
}
