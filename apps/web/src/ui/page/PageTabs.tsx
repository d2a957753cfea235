import { screensOf } from '@octroi/contract/menu';
import { ENTRIES, type MenuKey, SCREENS } from '@octroi/contract/register';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useAttentes } from '#src/platform/attentes.ts';
import { useSession } from '#src/platform/session.ts';
import { WaitingCount, waitingProps } from './WaitingCount.tsx';
import { keepInSight } from './keep-in-sight.ts';
import classes from './PageTabs.module.css';

/** The other screens of the menu entry, beside the one shown; nothing on a page below a screen. */
export function PageTabs() {
  const session = useSession();
  const { pathname } = useLocation();
  const shown = (Object.keys(SCREENS) as MenuKey[]).find((key) => SCREENS[key].url === pathname);
  const page = shown && SCREENS[shown].page;
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    keepInSight(current.current, current.current?.closest('nav'));
  }, [shown]);
  // cards stand on the entry's own page
  if (!page || ENTRIES[page].url !== undefined) return null;
  const tabs = screensOf(session, page);
  if (tabs.length < 2 || !tabs.includes(shown)) return null;
  return (
    <nav aria-label={`Pages de ${ENTRIES[page].nom}`} className={classes.tabs}>
      <ul>
        {tabs.map((key) => (
          <Tab key={key} screen={key} own={key === shown ? current : undefined} />
        ))}
      </ul>
    </nav>
  );
}

interface TabProps {
  screen: MenuKey;
  /** Ref of the tab of the screen shown. */
  own: RefObject<HTMLAnchorElement | null> | undefined;
}

function Tab({ screen, own }: TabProps) {
  const { nom, url } = SCREENS[screen];
  const waiting = { id: useId(), nombre: useAttentes()[screen] ?? 0 };
  return (
    <li>
      <Link
        ref={own}
        to={url}
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes.tab}
        {...waitingProps(waiting)}
      >
        {nom} <WaitingCount {...waiting} />
      </Link>
    </li>
  );
}
