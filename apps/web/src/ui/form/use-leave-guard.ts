import { useCallback, useRef } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { askConfirm } from '../confirm.tsx';

/**
 * Asks before unsaved changes are left behind, whatever leads away (link, Back, closing the tab).
 * @returns a function that lets the next departure pass, for use after a save
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
