import type { ComponentType } from 'react';
import { createRoute } from '@tanstack/react-router';
import { type LazyScreen, lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '../list/list-state.ts';
import type { ResourceScreens, RoutedResource } from './declaration.ts';

interface DeclaredScreens<Path extends string, FormSearch> {
  /** Address of the list; creation and edition stand beneath it. */
  route: Path;
  /** Label in the side menu. */
  label: string;
  /** Navigation key, as in the contract. */
  navigation: string;
  icon: NonNullable<NavigationEntry['icon']>;
  group?: NavigationEntry['group'];
  /** The creation screen, where the declared form does not do. */
  create?: LazyScreen;
  /** The edition screen, likewise. */
  edit?: LazyScreen;
  /** Reads what the addresses of those two say. */
  readForm?: (raw: Record<string, unknown>) => FormSearch;
  /** The declaration, fetched with the first of its screens. */
  load: () => Promise<{ default: ResourceScreens }>;
}

type ScreenOf = ComponentType<{ declaration: RoutedResource }>;

/** The three screens of a declared resource and its entry in the side menu. */
export function resourceScreens<const Path extends string, FormSearch extends object = Record<never, never>>(
  options: DeclaredScreens<Path, FormSearch>,
) {
  const { route, label, navigation, icon, group = 'configurations', create, edit, readForm, load } = options;
  const screen = (part: () => Promise<ScreenOf>): LazyScreen =>
    lazyScreen(async () => {
      const [Part, { default: screens }] = await Promise.all([part(), load()]);
      const declaration = { ...screens, route };
      return { Screen: () => <Part declaration={declaration} /> };
    }, 'Screen');
  const entry: NavigationEntry = { label, to: route, navigation, group, icon };
  return {
    entry,
    routes: [
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
          create ??
          screen(async (): Promise<ScreenOf> => (await import('./ResourceForm.tsx')).ResourceCreate),
      }),
      createRoute({
        getParentRoute: () => shellRoute,
        path: `${route}/$id` as const,
        validateSearch: readForm,
        component:
          edit ?? screen(async (): Promise<ScreenOf> => (await import('./ResourceForm.tsx')).ResourceEdit),
      }),
    ] as const,
  };
}
