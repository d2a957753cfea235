/** Screens that people pinned to the menu on this browser. */
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { mayOpen } from '@octroi/contract/rights';
import { useSession } from './session.ts';
import { stored } from './storage.ts';

/** More would push the entries out of sight. */
const MOST = 5;

const isScreen = (raw: unknown): raw is MenuKey => typeof raw === 'string' && Object.hasOwn(SCREENS, raw);
/** By the person's id: a browser may serve several people. */
const storedPins = stored<Record<string, MenuKey[]>>('epingles', (raw) =>
  typeof raw === 'object' && raw !== null
    ? Object.fromEntries(
        Object.entries(raw).map(([id, keys]) => [id, Array.isArray(keys) ? keys.filter(isScreen) : []]),
      )
    : null,
);

/** The person's pinned screens, and what pins or unpins one. */
export function usePins(): { pins: readonly MenuKey[]; full: boolean; toggle: (screen: MenuKey) => void } {
  const { user, permissions } = useSession();
  const all = storedPins.use() ?? {};
  const own = all[user.id] ?? [];
  return {
    pins: own.filter((key) => mayOpen(permissions, key)),
    full: own.length >= MOST,
    toggle: (screen) =>
      storedPins.set({
        ...all,
        [user.id]: own.includes(screen) ? own.filter((key) => key !== screen) : [...own, screen].slice(-MOST),
      }),
  };
}
