/** Screens that the person pinned to the menu, on any device. */
import { MAX_EPINGLES } from '@octroi/contract/administration/profile/pins';
import { mayUse } from '@octroi/contract/menu';
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { useEpingles } from './affichage.ts';
import { useSession } from '../session.ts';

const isScreen = (key: string): key is MenuKey => Object.hasOwn(SCREENS, key);

/** The person's pinned screens, and what pins or unpins one. */
export function usePins(): { pins: readonly MenuKey[]; full: boolean; toggle: (screen: MenuKey) => void } {
  const { permissions } = useSession();
  const [stored, save] = useEpingles();
  const own = stored.filter(isScreen);
  return {
    pins: own.filter((key) => mayUse(permissions, key)),
    full: own.length >= MAX_EPINGLES,
    toggle: (screen) =>
      save(
        own.includes(screen) ? own.filter((key) => key !== screen) : [...own, screen].slice(-MAX_EPINGLES),
      ),
  };
}
