import type { ComponentType, ReactNode } from 'react';
import { use } from 'react';

/** A part of the application that could not be fetched: most often, a newer version was installed meanwhile. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("Cette partie de l'application n'a pas pu être chargée.", { cause });
    this.name = 'ChunkError';
  }
}

export interface LazyScreen {
  (): ReactNode;
  preload: () => Promise<void>;
}

/**
 * A screen fetched when it is first needed (`lazyScreen(() => import('./X.tsx'), 'X')`). TanStack's own
 * `lazyRouteComponent` reloads the page by itself on a failure; we offer it instead (ScreenError), since a reload
 * loses what is typed elsewhere.
 */
export function lazyScreen<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
): LazyScreen {
  let loading: Promise<ComponentType> | undefined;
  let Screen: ComponentType | undefined;
  const start = (): Promise<ComponentType> => {
    loading ??= load().then(
      (module) => (Screen = module[name]),
      (error: unknown) => {
        loading = undefined;
        throw new ChunkError(error);
      },
    );
    return loading;
  };
  const Lazy: LazyScreen = () => {
    const Loaded = Screen ?? use(start());
    return <Loaded />;
  };
  // A failed preload is not told: the screen itself tells when it is really wanted.
  Lazy.preload = () =>
    start().then(
      () => undefined,
      () => undefined,
    );
  return Lazy;
}
