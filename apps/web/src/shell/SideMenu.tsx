import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconPoint } from '@tabler/icons-react';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { Brand } from '#src/ui/Brand.tsx';
import { GROUP_LABELS, type NavigationEntry, type NavigationGroup } from '#src/platform/navigation.ts';
import { useSelection } from '#src/platform/selection.ts';
import { may, useSession } from '#src/platform/session.ts';
import { stored } from '#src/platform/storage.ts';
import classes from './SideMenu.module.css';

const GROUPS: readonly NavigationGroup[] = [
  'accueil',
  'collectivite',
  'statistiques',
  'impressions',
  'taxes',
  'configurations',
  'administration',
];

const storedClosed = stored<string[]>('menu.fermes', (raw) => (Array.isArray(raw) ? raw.map(String) : null));

interface SideMenuProps {
  /** Icons alone. */
  folded?: boolean;
  /** Inside the drawer, whose head has the name already. */
  headless?: boolean;
  onNavigate?: () => void;
}

/** The entries that the domains declare and that this person may open, by group. */
export function SideMenu({ folded = false, headless = false, onNavigate }: SideMenuProps) {
  const session = useSession();
  const { navigation } = useRouteContext({ from: '__root__' });
  const { selection } = useSelection();
  const closed = storedClosed.use() ?? [];
  const open = navigation.filter(
    (entry) => !entry.navigation || may(session, entry.navigation, entry.permission ?? 'Lister'),
  );
  const toggle = (group: string): void =>
    storedClosed.set(closed.includes(group) ? closed.filter((each) => each !== group) : [...closed, group]);

  return (
    <nav className={classes.menu} aria-label="Menu principal" data-folded={folded || undefined}>
      {headless ? null : (
        <Link to="/" className={classes.brand} aria-label="Octroi, tableau de bord" onClick={onNavigate}>
          <Brand nameless={folded} />
        </Link>
      )}
      {GROUPS.map((group) => {
        const entries = open.filter((entry) => entry.group === group);
        if (entries.length === 0) return null;
        const links = entries.map((entry) => (
          <MenuLink key={entry.to} entry={entry} folded={folded} onNavigate={onNavigate} />
        ));
        if (group === 'accueil') return <ul key={group}>{links}</ul>;
        if (folded)
          return (
            <ul key={group} className={classes.railGroup}>
              {links}
            </ul>
          );
        const label = group === 'collectivite' ? (selection?.nom ?? 'Collectivité') : GROUP_LABELS[group];
        const shown = !closed.includes(group);
        return (
          <section key={group}>
            <button
              type="button"
              className={classes.group}
              aria-expanded={shown}
              aria-controls={`menu-${group}`}
              onClick={() => toggle(group)}
            >
              <span>{label}</span>
              <IconChevronDown size={14} aria-hidden />
            </button>
            <ul id={`menu-${group}`} hidden={!shown}>
              {links}
            </ul>
          </section>
        );
      })}
      {session.demo && !folded ? <p className={classes.demo}>Données de démonstration</p> : null}
    </nav>
  );
}

interface MenuLinkProps {
  entry: NavigationEntry;
  folded: boolean;
  onNavigate: (() => void) | undefined;
}

function MenuLink({ entry: { label, to, icon: Icon = IconPoint }, folded, onNavigate }: MenuLinkProps) {
  const { pathname } = useLocation();
  // The dashboard of a sub-entity (/{id}) is the dashboard.
  const within = to === '/' && /^\/\d+$/.test(pathname);
  const { navigation } = useRouteContext({ from: '__root__' });
  // What has an entry of its own beneath this one is not this one.
  const deeper = navigation.some((other) => other.to.startsWith(`${to}/`) && pathname.startsWith(other.to));
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!folded} openDelay={150}>
        <Link
          to={to}
          className={classes.link}
          activeOptions={{ exact: to === '/' || deeper, includeSearch: false }}
          aria-label={folded ? label : undefined}
          {...(within ? { 'data-status': 'active', 'aria-current': 'page' } : {})}
          onClick={onNavigate}
        >
          <Icon size={18} stroke={1.6} />
          {folded ? null : <span>{label}</span>}
        </Link>
      </Tooltip>
    </li>
  );
}
