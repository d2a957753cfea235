import { useSyncExternalStore } from 'react';

const PREFIX = 'octroi.';

/** A value in local storage, shared by all tabs. */
interface Stored<Value> {
  get(): Value | null;
  set(value: Value | null): void;
  use(): Value | null;
  /** Calls back when another tab changes the value. */
  watch(listener: (value: Value | null) => void): void;
}

/**
 * Declares a value in local storage under `octroi.<key>`. A value that `read` does not recognise counts as absent, so
 * that data of an older version does no harm.
 */
export function stored<Value>(key: string, read: (raw: unknown) => Value | null): Stored<Value> {
  const name = PREFIX + key;
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let value: Value | null = null;

  const get = (): Value | null => {
    const now = readText(name);
    if (now !== text) {
      text = now;
      value = parse(now, read);
    }
    return value;
  };
  const subscribe = (listener: () => void): (() => void) => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === name || event.key === null) listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  };
  return {
    get,
    set(next) {
      try {
        if (next === null) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Storage refused (private browsing): the value then lasts as long as the page does not ask again.
      }
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
    watch: (listener) =>
      window.addEventListener('storage', ({ key }) => {
        if (key === name || key === null) listener(get());
      }),
  };
}

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function parse<Value>(text: string | null, read: (raw: unknown) => Value | null): Value | null {
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}
