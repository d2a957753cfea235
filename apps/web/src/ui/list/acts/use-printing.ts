import { useSyncExternalStore } from 'react';

let printing = false;
const listeners = new Set<() => void>();
const tell = (next: boolean) => (): void => {
  printing = next;
  for (const listener of listeners) listener();
};
window.addEventListener('beforeprint', tell(true));
window.addEventListener('afterprint', tell(false));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the page is being printed: then nothing is left out because it is out of sight. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
