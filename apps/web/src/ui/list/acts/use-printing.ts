import { useSyncExternalStore } from 'react';

let printing = false;
const listeners = new Set<() => void>();
const notify = (next: boolean) => (): void => {
  printing = next;
  for (const listener of listeners) listener();
};
window.addEventListener('beforeprint', notify(true));
window.addEventListener('afterprint', notify(false));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the page is being printed: all rows must then be rendered. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
