import { use, type ComponentType, type ReactNode } from 'react';

/** A part of the application that could not be fetched: most often, a newer version was installed meanwhile. */
export class ChunkError extends Error {
  /** Lets the next render fetch again. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void) {
    super("Cette partie de l'application n'a pas pu être chargée.", { cause });
    this.name = 'ChunkError';
    this.forget = forget;
  }
}

export interface LazyScreen {
  (): ReactNode;
  preload: () => Promise<void>;
}

/**
 * A screen, whatever it draws: a reply that is named here would be inferred from the screen's body, which asks for the
 * type of its route, which would ask for the screen; the compiler cuts such a circle with a silent `any`.
 */
type AnyScreen = (props: object) => void;

/**
 * A screen fetched when it is first needed (`lazyScreen(() => import('./X.tsx'), 'X')`). TanStack's own
 * `lazyRouteComponent` reloads the page by itself on a failure; we offer it instead (ScreenError), since a reload
 * loses what is typed elsewhere.
 */
export function lazyScreen<Name extends string, Module extends Record<Name, AnyScreen>>(
  load: () => Promise<Module>,
  name: Name,
): LazyScreen {
  let Screen: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  let failure: ChunkError | undefined;
  const forget = (): void => {
    failure = undefined;
  };
  const start = (): Promise<ComponentType> => {
    loading ??= load().then(
      (module) => (Screen = module[name] as ComponentType),
      (error: unknown) => {
        loading = undefined;
        failure = new ChunkError(error, forget);
        throw failure;
      },
    );
    return loading;
  };
  const Lazy: LazyScreen = () => {
    // A failure is told once and kept: fetching anew at each render would never end.
    if (failure) throw failure;
    const Loaded = Screen ?? use(start());
    return <Loaded />;
  };
  Lazy.preload = () => {
    forget();
    // A preload that fails is not told: the screen itself tells when it is really wanted.
    return start().then(
      () => undefined,
      () => undefined,
    );
  };
  return Lazy;
}

/** Begins to fetch the component of a route ahead of its turn, where it is fetched lazily. */
export function preloadScreen(component: unknown): void {
  if (typeof component === 'function' && 'preload' in component) void (component as LazyScreen).preload();
}
