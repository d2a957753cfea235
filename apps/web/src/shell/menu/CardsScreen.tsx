import { useId } from 'react';
import { screensOf } from '@octroi/contract/menu';
import { ENTRIES, type EntryKey, type MenuKey, SCREENS } from '@octroi/contract/register';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useAttentes } from '#src/platform/attentes.ts';
import { useSession } from '#src/platform/session.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { WaitingCount, waitingProps } from '#src/ui/page/WaitingCount.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import classes from './CardsScreen.module.css';
import { SENTENCES } from './sentences.ts';

export const ImpressionsCards = () => <CardsScreen entry="impressions" />;
export const ConfigurationsCards = () => <CardsScreen entry="configurations" />;
export const AdministrationCards = () => <CardsScreen entry="administration" />;

/** The screens of a menu entry, each with what it is for. */
function CardsScreen({ entry }: { entry: EntryKey }) {
  const { nom } = ENTRIES[entry];
  const screens = screensOf(useSession(), entry);
  const groups = Map.groupBy(screens, (key) => SCREENS[key].card ?? nom);
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, { label: nom }]} title={nom} />
      {screens.length === 0 ? (
        <EmptyState title="Rien à montrer ici" text="Votre groupe n’a de droit sur aucun de ces écrans." />
      ) : (
        <div className={classes.groups}>
          {[...groups].map(([group, keys]) => (
            <Card key={group} title={group}>
              <ul className={classes.rows}>
                {keys.map((key) => (
                  <Row key={key} screen={key} />
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </>
  );
}

function Row({ screen }: { screen: MenuKey }) {
  const { icons } = useRouteContext({ from: '__root__' });
  const { nom, icon, url } = SCREENS[screen];
  const Icon = icons[icon];
  const waiting = { id: useId(), nombre: useAttentes()[screen] ?? 0 };
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.6} />
      <div>
        <Link to={url} {...waitingProps(waiting)}>
          {nom} <WaitingCount {...waiting} />
        </Link>
        <p>{SENTENCES[screen]}</p>
      </div>
      <IconChevronRight size={16} aria-hidden />
    </li>
  );
}
