import type { ComponentType } from 'react';
import { createRoute } from '@tanstack/react-router';
import { type LazyScreen, lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '../list/list-state.ts';
import type { ResourceRoute, ResourceScreens, RoutedResource } from './declaration.ts';

interface DeclaredScreens<FormSearch> {
  /** A creation screen that replaces the declared form. */
  create?: LazyScreen;
  /** An edition screen that replaces the declared form. */
  edit?: LazyScreen;
  /** Parses the search parameters of those two. */
  readForm?: (raw: Record<string, unknown>) => FormSearch;
  /** The declaration, loaded with its first screen; just the resource if the contract says all. */
  load: () => Promise<ResourceScreens>;
}

type ScreenOf = ComponentType<{ declaration: RoutedResource }>;

/** The three routes of a declared resource: list at the register's address, creation and edition below it. */
export function resourceScreens<const Path extends string, FormSearch extends object = Record<never, never>>(
  { url: route }: { url: Path },
  { create, edit, readForm, load }: DeclaredScreens<FormSearch>,
) {
  const screen = (part: () => Promise<ScreenOf>): LazyScreen =>
    lazyScreen(async () => {
      const [Part, screens] = await Promise.all([part(), load()]);
      // the path is one of the routes being built here, whose type is only known once all are
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
