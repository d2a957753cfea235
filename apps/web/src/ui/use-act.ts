/** Runs an act started by a button: busy while it runs, failures in a toast. */
import { useState } from 'react';
import { toastFailure } from '#src/platform/toasts.ts';

/** @param onFailure replaces the toast */
export function useAct(onFailure: (error: unknown) => void = toastFailure) {
  const [busy, setBusy] = useState(false);
  const perform = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, perform };
}
