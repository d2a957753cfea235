import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { noteRecent } from '#src/platform/kept/recents.ts';
import { useSession } from '#src/platform/session.ts';
import { type Crumb, crumbsFor } from './crumbs.ts';
import { PageTabs } from './PageTabs.tsx';
import { PinButton } from './PinButton.tsx';
import { TermLink } from './TermLink.tsx';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  breadcrumb: readonly Crumb[];
  title: string;
  /** The title with links, shown instead of the plain one. */
  heading?: ReactNode;
  /** A line beneath the title. */
  subtitle?: ReactNode;
  /** A picture on the left of the title. */
  media?: ReactNode;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
}

/** The first page keeps the browser's focus; each later screen focuses its title, so that it is announced. */
let opened = false;

/** Breadcrumb, title and page acts; also sets the document's title. */
export function PageHeader({ breadcrumb, title, heading: shown, subtitle, media, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const session = useSession();
  const { user } = session;
  const crumbs = crumbsFor(session, breadcrumb);
  useEffect(() => noteRecent(user.id, pathname, title), [user.id, pathname, title]);
  useEffect(() => {
    const inside = document.activeElement?.closest('main');
    if (opened && !inside) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return (
    <>
      <header className={classes.header}>
        <title>{`${title} · Octroi`}</title>
        <div className={classes.names}>
          {crumbs.length > 0 ? (
            <nav aria-label="Fil d’Ariane" className={classes.crumbs}>
              <ol>
                {crumbs.map(({ label, ...href }, index) => (
                  <Fragment key={label}>
                    {index > 0 ? <li aria-hidden>›</li> : null}
                    <li>{href.to ? <Link {...href}>{label}</Link> : label}</li>
                  </Fragment>
                ))}
              </ol>
            </nav>
          ) : null}
          <div className={classes.line}>
            {media}
            <div>
              <div className={classes.heading}>
                <h1 ref={heading} tabIndex={-1} className={classes.title}>
                  {shown ?? title}
                </h1>
                <PinButton />
                <TermLink />
              </div>
              {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
            </div>
          </div>
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      <PageTabs />
    </>
  );
}
