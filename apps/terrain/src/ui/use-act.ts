/** An act that takes a moment and may fail: it runs once at a time, and what went wrong stays in sight. */
import { useState } from 'react';

interface Running {
  busy: boolean;
  faute: string | undefined;
  run: (act: () => Promise<void>) => void;
  setFaute: (faute: string | undefined) => void;
}

/** A second tap comes before the screen has changed: it does nothing. */
function oneAtATime(): (act: () => Promise<void>) => Promise<void> {
  let running = false;
  return async (act) => {
    if (running) return;
    running = true;
    try {
      await act();
    } finally {
      running = false;
    }
  };
}

export function useAct(): Running {
  const [busy, setBusy] = useState(false);
  const [faute, setFaute] = useState<string>();
  const [alone] = useState(oneAtATime);
  const run = (act: () => Promise<void>): void => {
    const told = async () => {
      setBusy(true);
      setFaute(undefined);
      await act();
    };
    alone(told)
      .catch((error: unknown) => setFaute(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  return { busy, faute, run, setFaute };
}
