import type { ComponentType } from 'react';
import { createRoute } from '@tanstack/react-router';
import { type LazyScreen, lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '../list/list-state.ts';
import type { ResourceRoute, ResourceScreens, RoutedResource } from './declaration.ts';

interface DeclaredScreens<FormSearch> {
  /** The creation screen, where the declared form does not do. */
  create?: LazyScreen;
  /** The edition screen, likewise. */
  edit?: LazyScreen;
  /** Reads what the addresses of those two say. */
  readForm?: (raw: Record<string, unknown>) => FormSearch;
  /** The declaration, fetched with the first of its screens; a resource alone where the contract says all. */
  load: () => Promise<ResourceScreens>;
}

type ScreenOf = ComponentType<{ declaration: RoutedResource }>;

/** The three screens of a declared resource: its list at the address of the register, creation and edition beneath it. */
export function resourceScreens<const Path extends string, FormSearch extends object = Record<never, never>>(
  { url: route }: { url: Path },
  { create, edit, readForm, load }: DeclaredScreens<FormSearch>,
) {
  const screen = (part: () => Promise<ScreenOf>): LazyScreen =>
    lazyScreen(async () => {
      const [Part, screens] = await Promise.all([part(), load()]);
      // The path is one of the routes that are being made here, which only their whole knows.
      const declaration = { ...screens, route: route as ResourceRoute };
      return { Screen: () => <Part declaration={declaration} /> };
    }, 'Screen');
  return [
    createRoute({
      getParentRoute: () => shellRoute,
      path: route,
      validateSearch: readListSearch,
      component: screen(async (): Promise<ScreenOf> => (await import('./ResourceList.tsx')).ResourceList),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: `${route}/create` as const,
      validateSearch: readForm,
      component:
        create ?? screen(async (): Promise<ScreenOf> => (await import('./ResourceForm.tsx')).ResourceCreate),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: `${route}/$id` as const,
      validateSearch: readForm,
      component:
        edit ?? screen(async (): Promise<ScreenOf> => (await import('./ResourceForm.tsx')).ResourceEdit),
    }),
  ] as const;
}
