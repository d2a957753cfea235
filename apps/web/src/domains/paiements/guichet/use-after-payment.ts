import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { isDialogOpen } from '#src/platform/shortcut.ts';
import { impressionImmediate } from './ImpressionChoice.tsx';
import type { Printing } from './use-print.ts';

const PRINT_KEY = 'p';
const TEXT = /^[\p{L}\p{N}]$/u;
const takesText = (element: Element | null): boolean =>
  element !== null && element.matches('input, textarea, select, [contenteditable]');

interface AfterPayment {
  saving: boolean;
  /** The last payment, until the next person is chosen. */
  fait: Encaissement | null;
  printing: Printing | undefined;
  /** The button that takes the focus after a payment. */
  next: RefObject<HTMLButtonElement | null>;
  /** Appends to the search, which takes the focus. */
  search: (text: string) => void;
}

/**
 * Keys around a payment. What is typed while it is sent waits: afterwards it is in the search, or prints if it is P.
 * Then P prints, and any other letter or digit begins the next search.
 */
export function useAfterPayment({ saving, fait, printing, next, search }: AfterPayment): void {
  const waiting = useRef('');
  const print = (): void => void (fait && printing?.recus(fait));

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isDialogOpen()) return;
    const { key } = event;
    if (saving) {
      if (key.length === 1) waiting.current += key;
      else if (key === 'Backspace') waiting.current = waiting.current.slice(0, -1);
      else if (key !== 'Enter') return;
    } else if (fait && TEXT.test(key) && !takesText(document.activeElement)) {
      if (key.toLowerCase() === PRINT_KEY) print();
      else search(key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);

  const onPaid = useEffectEvent((): void => {
    const typed = waiting.current;
    waiting.current = '';
    const prints = typed.toLowerCase() === PRINT_KEY;
    if (prints || impressionImmediate.get() === true) print();
    if (typed && !prints) search(typed);
    else next.current?.focus();
  });
  useEffect(() => {
    if (fait) onPaid();
  }, [fait]);
  const onFailed = useEffectEvent((): void => {
    if (!fait && waiting.current) search(waiting.current);
    waiting.current = '';
  });
  useEffect(() => {
    if (!saving) onFailed();
  }, [saving]);
}
