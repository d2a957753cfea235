/** Runs an act once at a time, and keeps its error visible. */
import { useState } from 'react';

interface Running {
  busy: boolean;
  faute: string | undefined;
  run: (act: () => Promise<void>) => void;
  setFaute: (faute: string | undefined) => void;
}

/** A second tap may come before the screen changes: it is ignored. */
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
    const reporting = async () => {
      setBusy(true);
      setFaute(undefined);
      await act();
    };
    alone(reporting)
      .catch((error: unknown) => setFaute(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  return { busy, faute, run, setFaute };
}
