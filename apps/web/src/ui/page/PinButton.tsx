import { useMemo } from 'react';
import { mayUse, menuOf } from '@octroi/contract/menu';
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { usePins } from '#src/platform/kept/pins.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './PageHeader.module.css';

/**
 * Pins the screen to the menu; nothing on a screen that a menu entry opens, or that the menu
 * would not show, or on a page below a screen.
 */
export function PinButton() {
  const session = useSession();
  const { pathname } = useLocation();
  const { pins, full, toggle } = usePins();
  const sections = useMemo(() => menuOf(session), [session]);
  const screen = (Object.keys(SCREENS) as MenuKey[]).find((key) => SCREENS[key].url === pathname);
  if (!screen) return null;
  const isPinned = pins.includes(screen);
  const hasEntry = sections.some(({ entries }) => entries.some(({ url }) => url === pathname));
  const isOffered = !hasEntry && !full && mayUse(session.permissions, screen);
  if (!isPinned && !isOffered) return null;
  const label = isPinned ? 'Retirer du menu' : 'Épingler au menu';
  return (
    <ActionIcon
      className={classes.pin}
      variant="subtle"
      color="gray"
      size={28}
      aria-label={label}
      aria-pressed={isPinned}
      title={label}
      onClick={() => toggle(screen)}
    >
      {isPinned ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.6} />}
    </ActionIcon>
  );
}
