/** Runs an act once at a time, and keeps its error visible. */
import { useState } from 'react';
import { isOfStorage } from '#src/platform/vault/store.ts';

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

const UNREADABLE =
  'Ce téléphone n’arrive pas à lire ce qu’il garde : rien n’a été enregistré. Rouvrez l’application, puis recommencez.';

function textOf(error: unknown): string {
  if (isOfStorage(error)) return UNREADABLE;
  return error instanceof Error ? error.message : String(error);
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
      .catch((error: unknown) => setFaute(textOf(error)))
      .finally(() => setBusy(false));
  };
  return { busy, faute, run, setFaute };
}
