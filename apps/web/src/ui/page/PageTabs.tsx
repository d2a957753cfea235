import { screensOf } from '@octroi/contract/menu';
import { ENTRIES, type MenuKey, SCREENS } from '@octroi/contract/register';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
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
          <li key={key}>
            <Link
              ref={key === shown ? current : undefined}
              to={SCREENS[key].url}
              activeOptions={{ exact: true, includeSearch: false }}
              className={classes.tab}
            >
              {SCREENS[key].nom}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
