import { useEffect, useRef, useState } from 'react';
import { isShortcut } from '#src/platform/shortcut.ts';
import type { Undo } from '#src/platform/toasts.ts';
import classes from './UndoButton.module.css';

interface UndoButtonProps extends Undo {
  /** Closes the toast. */
  onDone: () => void;
}

/** « Annuler » in the toast of an act that can be undone, also by the key Z, with the seconds left. */
export function UndoButton({ run, seconds, onDone }: UndoButtonProps) {
  const [left, setLeft] = useState(seconds);
  const undo = useRef((): void => undefined);
  useEffect(() => {
    let done = false;
    undo.current = () => {
      if (done) return;
      done = true;
      onDone();
      void run();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !isShortcut(event)) return;
      event.preventDefault();
      undo.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [run, onDone]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={classes.undo}>
      <button type="button" onClick={() => undo.current()} aria-keyshortcuts="Z">
        Annuler
      </button>
      <kbd aria-hidden>Z</kbd>
      <span aria-hidden>{left} s</span>
    </span>
  );
}
