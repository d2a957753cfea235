import { attenteOn, compteText } from '@octroi/contract/attentes';
import { entryAt, type MenuEntry, menuOf, startScreenOf, startUrl } from '@octroi/contract/menu';
import { type MenuKey, type MenuSection, SCREENS } from '@octroi/contract/register';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconStarFilled } from '@tabler/icons-react';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { keepInSight } from '#src/ui/page/keep-in-sight.ts';
import { Brand } from '#src/ui/Brand.tsx';
import { useAttentes } from '#src/platform/attentes.ts';
import { WaitingCount, waitingProps } from '#src/ui/page/WaitingCount.tsx';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { usePins } from '#src/platform/kept/pins.ts';
import { useSession } from '#src/platform/session.ts';
import { stored } from '#src/platform/storage.ts';
import classes from './SideMenu.module.css';

/** The first section has no heading; the collectivité's section has its name. */
const HOME: MenuSection = 'Accueil';
const PLACE: MenuSection = 'Collectivité';

const storedClosed = stored<string[]>('menu.fermes', (raw) => (Array.isArray(raw) ? raw.map(String) : null));

interface SideMenuProps {
  /** Shows icons only. */
  folded?: boolean;
  /** Inside the drawer, which already shows the name. */
  headless?: boolean;
  onNavigate?: () => void;
}

/** The entries that the person is shown, by section. */
export function SideMenu({ folded = false, headless = false, onNavigate }: SideMenuProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const { chosenPlace } = useChosenPlace();
  const sections = useMemo(() => menuOf(session), [session]);
  const current = entryAt(session, pathname);
  const attentes = useAttentes();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    keepInSight(nav.current?.querySelector('[data-status=active]'), nav.current?.closest('aside, section'));
  }, [current]);
  const start = startScreenOf(session);
  const home = sections.find(({ section }) => section === HOME);
  const others = sections.filter((each) => each !== home);
  const { pins } = usePins();
  const closed = storedClosed.use() ?? [];
  const toggle = (section: string): void =>
    storedClosed.set(
      closed.includes(section) ? closed.filter((each) => each !== section) : [...closed, section],
    );

  const linkOf = (entry: MenuEntry) => (
    <EntryLink
      key={entry.key}
      entry={entry}
      nombre={attenteOn(entry.screens, attentes)}
      isCurrent={entry.key === current}
      folded={folded}
      onNavigate={onNavigate}
    />
  );

  return (
    <nav ref={nav} className={classes.menu} aria-label="Menu principal" data-folded={folded || undefined}>
      {headless ? null : (
        <Link
          to={startUrl(start)}
          className={classes.brand}
          aria-label={start ? `Octroi, ${SCREENS[start].nom.toLowerCase()}` : 'Octroi'}
          onClick={onNavigate}
        >
          <Brand nameless={folded} />
        </Link>
      )}
      {home ? <ul>{home.entries.map(linkOf)}</ul> : null}
      {pins.length > 0 ? <Pins pins={pins} folded={folded} onNavigate={onNavigate} /> : null}
      {others.map(({ section, entries }) => {
        const links = entries.map(linkOf);
        if (folded)
          return (
            <ul key={section} className={classes.railGroup}>
              {links}
            </ul>
          );
        const label = section === PLACE ? (chosenPlace?.nom ?? section) : section;
        const shown = !closed.includes(section);
        const id = `menu-${section}`;
        return (
          <section key={section}>
            <button
              type="button"
              className={classes.group}
              aria-expanded={shown}
              aria-controls={id}
              onClick={() => toggle(section)}
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

interface EntryLinkProps {
  entry: MenuEntry;
  /** What waits on its screens. */
  nombre: number;
  isCurrent: boolean;
  folded: boolean;
  onNavigate: (() => void) | undefined;
}

function EntryLink({ entry: { nom, url, icon }, ...link }: EntryLinkProps) {
  const { icons } = useRouteContext({ from: '__root__' });
  const Icon = icons[icon];
  return (
    <MenuLink nom={nom} url={url} {...link}>
      <Icon size={18} stroke={1.6} />
    </MenuLink>
  );
}

interface PinsProps {
  pins: readonly MenuKey[];
  folded: boolean;
  onNavigate: (() => void) | undefined;
}

/** The screens that the person pinned. */
function Pins({ pins, folded, onNavigate }: PinsProps) {
  const attentes = useAttentes();
  return (
    <ul aria-label="Épinglés" className={classes.pins}>
      {pins.map((key) => (
        <MenuLink
          key={key}
          nom={SCREENS[key].nom}
          url={SCREENS[key].url}
          nombre={attentes[key] ?? 0}
          isCurrent={false}
          folded={folded}
          onNavigate={onNavigate}
        >
          <IconStarFilled size={18} />
        </MenuLink>
      ))}
    </ul>
  );
}

interface MenuLinkProps {
  nom: string;
  url: string;
  nombre: number;
  isCurrent: boolean;
  folded: boolean;
  onNavigate: (() => void) | undefined;
  /** The icon. */
  children: ReactNode;
}

/** A line of the menu; folded, its name appears on hover and focus. */
function MenuLink({ nom, url, nombre, isCurrent, folded, onNavigate, children }: MenuLinkProps) {
  const waiting = { id: useId(), nombre, corner: folded };
  return (
    <li>
      <Tooltip
        label={nombre > 0 ? `${nom} (${compteText(nombre)})` : nom}
        position="right"
        disabled={!folded}
        openDelay={150}
        events={{ hover: true, focus: true, touch: false }}
      >
        <Link
          to={url}
          className={classes.link}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-label={folded ? nom : undefined}
          {...waitingProps(waiting)}
          {...(isCurrent ? { 'data-status': 'active', 'aria-current': 'page' } : {})}
          onClick={onNavigate}
        >
          {children}
          {folded ? null : <span>{nom}</span>}
          <WaitingCount {...waiting} />
        </Link>
      </Tooltip>
    </li>
  );
}
