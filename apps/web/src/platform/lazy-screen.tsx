import { use, type ComponentType, type ReactNode } from 'react';

/** A code chunk that could not be loaded, usually because a newer version was deployed. */
export class ChunkError extends Error {
  /** Lets the next render load it again. */
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
 * A screen component with an ignored result: naming the result type would make the compiler infer it from the screen's
 * body, which needs its route's type, which needs the screen; the compiler resolves that cycle with a silent `any`.
 */
type AnyScreen = (props: object) => void;

/**
 * A screen loaded on demand (`lazyScreen(() => import('./X.tsx'), 'X')`). TanStack's `lazyRouteComponent` reloads the
 * page on a failure; here ScreenError offers to, because a reload loses typed text.
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
    // a failure is kept, because retrying at each render would loop
    if (failure) throw failure;
    const Loaded = Screen ?? use(start());
    return <Loaded />;
  };
  Lazy.preload = () => {
    forget();
    // a failed preload is ignored: the screen reports it when it is rendered
    return start().then(
      () => undefined,
      () => undefined,
    );
  };
  return Lazy;
}

/** Preloads the component of a route, if it is lazy. */
export function preloadScreen(component: unknown): void {
  if (typeof component === 'function' && 'preload' in component) void (component as LazyScreen).preload();
}
