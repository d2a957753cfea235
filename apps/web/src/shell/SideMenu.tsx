import { type MenuKey, type MenuModule, SCREENS, SECTIONS } from '@octroi/contract/register';
import { mayOpen } from '@octroi/contract/rights';
import { Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { Brand } from '#src/ui/Brand.tsx';
import { useChosenPlace } from '#src/platform/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { stored } from '#src/platform/storage.ts';
import classes from './SideMenu.module.css';

/** The home section has no heading; the collectivité's section has its name. */
const HOME: MenuModule = 'Pilotage';
const PLACE: MenuModule = 'Collectivité';

const storedClosed = stored<string[]>('menu.fermes', (raw) => (Array.isArray(raw) ? raw.map(String) : null));

interface SideMenuProps {
  /** Shows icons only. */
  folded?: boolean;
  /** Inside the drawer, which already shows the name. */
  headless?: boolean;
  onNavigate?: () => void;
}

/** The screens that the person may open, by section. */
export function SideMenu({ folded = false, headless = false, onNavigate }: SideMenuProps) {
  const session = useSession();
  const { chosenPlace } = useChosenPlace();
  const closed = storedClosed.use() ?? [];
  const toggle = (module: string): void =>
    storedClosed.set(
      closed.includes(module) ? closed.filter((each) => each !== module) : [...closed, module],
    );

  return (
    <nav className={classes.menu} aria-label="Menu principal" data-folded={folded || undefined}>
      {headless ? null : (
        <Link
          to={SCREENS['tableau-de-bord'].url}
          className={classes.brand}
          aria-label="Octroi, tableau de bord"
          onClick={onNavigate}
        >
          <Brand nameless={folded} />
        </Link>
      )}
      {SECTIONS.map(({ module, screens }) => {
        const open = screens.filter((key) => mayOpen(session.permissions, key));
        if (open.length === 0) return null;
        const links = open.map((key) => (
          <MenuLink key={key} screen={key} folded={folded} onNavigate={onNavigate} />
        ));
        if (module === HOME) return <ul key={module}>{links}</ul>;
        if (folded)
          return (
            <ul key={module} className={classes.railGroup}>
              {links}
            </ul>
          );
        const label = module === PLACE ? (chosenPlace?.nom ?? module) : module;
        const shown = !closed.includes(module);
        // ids may not contain spaces
        const id = `menu-${module.replaceAll(' ', '-')}`;
        return (
          <section key={module}>
            <button
              type="button"
              className={classes.group}
              aria-expanded={shown}
              aria-controls={id}
              onClick={() => toggle(module)}
            >
              <span>{label}</span>
              <IconChevronDown size={14} aria-hidden />
            </button>
            <ul id={id} hidden={!shown}>
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
  screen: MenuKey;
  folded: boolean;
  onNavigate: (() => void) | undefined;
}

const URLS = Object.values(SCREENS).map(({ url }) => url);

function MenuLink({ screen, folded, onNavigate }: MenuLinkProps) {
  const { nom: label, url: to, icon } = SCREENS[screen];
  const { icons } = useRouteContext({ from: '__root__' });
  const Icon = icons[icon];
  const { pathname } = useLocation();
  // /{id} is the dashboard of a sub-entity
  const isSubDashboard = to === '/' && /^\/\d+$/.test(pathname);
  // a longer menu address matches instead
  const deeper = URLS.some((other) => other.startsWith(`${to}/`) && pathname.startsWith(other));
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!folded} openDelay={150}>
        <Link
          to={to}
          className={classes.link}
          activeOptions={{ exact: to === '/' || deeper, includeSearch: false }}
          aria-label={folded ? label : undefined}
          {...(isSubDashboard ? { 'data-status': 'active', 'aria-current': 'page' } : {})}
          onClick={onNavigate}
        >
          <Icon size={18} stroke={1.6} />
          {folded ? null : <span>{label}</span>}
        </Link>
      </Tooltip>
    </li>
  );
}
