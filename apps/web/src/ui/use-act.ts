/** An act that a button starts: busy until it is over; a failure is told. */
import { useState } from 'react';
import { toastFailure } from '#src/platform/toasts.ts';

/** @param onFailure tells it elsewhere than in a toast */
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
