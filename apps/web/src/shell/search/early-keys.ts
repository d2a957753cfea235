import { useEffect, useEffectEvent, useRef } from 'react';

/** What was typed before the field could take it. */
export interface EarlyKeys {
  text: string;
  enter: boolean;
}

/** Collects keys while the search box opens. @returns takes what was typed so far, and stops collecting */
export function useEarlyKeys(collecting: boolean, onEscape: () => void): () => EarlyKeys {
  const keys = useRef<EarlyKeys>({ text: '', enter: false });
  const stopped = useRef(false);
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!collecting) return undefined;
    keys.current = { text: '', enter: false };
    stopped.current = false;
    const onKey = (event: KeyboardEvent): void => {
      if (stopped.current || event.ctrlKey || event.metaKey || event.altKey) return;
      const { text } = keys.current;
      if (event.key === 'Escape') escape();
      else if (event.key === 'Enter') keys.current.enter = true;
      else if (event.key === 'Backspace') keys.current = { text: text.slice(0, -1), enter: false };
      else if (event.key.length === 1) keys.current = { text: text + event.key, enter: false };
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [collecting]);
  return () => {
    stopped.current = true;
    return keys.current;
  };
}
