import { type ReactNode, Suspense } from 'react';
import { hasJournee, JOURNEE_CARDS, type JourneeCardKey } from '@octroi/contract/journee';
import { formatLongDay } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { mayAll } from '@octroi/contract/rights';
import { useRouteContext } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { useFigureScope } from '../use-figures.ts';
import { AgentsCard } from './AgentsCard.tsx';
import { AnneeCard } from './AnneeCard.tsx';
import { useDays } from './days.ts';
import { DebiteursCard } from './DebiteursCard.tsx';
import { EncaisseCard } from './EncaisseCard.tsx';
import classes from './Journee.module.css';
import { LieuxCard } from './LieuxCard.tsx';
import { PageDeDepart } from './PageDeDepart.tsx';
import { PointButton } from './PointButton.tsx';
import { QuatorzeJoursCard } from './QuatorzeJoursCard.tsx';
import { Tuiles } from './Tuiles.tsx';

/** « Ma journée »: waiting work, money received, largest debtors, places with the lowest paid share. */
export function JourneeScreen() {
  const { today } = useSession();
  // all taxpayers of the place chosen in the top bar, whatever their enrolment day
  const scope = useFigureScope({ dates: 'toutes' });
  const { territory } = scope;
  return (
    <>
      <PageHeader
        breadcrumb={[]}
        title={SCREENS.journee.nom}
        subtitle={`${formatLongDay(today)} · ${territory.names.join(' > ') || territory.everywhere}`}
        actions={
          <div className={classes.acts}>
            <PageDeDepart />
            <PointButton territory={territory} />
          </div>
        }
      />
      {territory.failure ? (
        <ErrorState failure={territory.failure} />
      ) : territory.loading ? null : (
        <Parts scope={scope} today={today} />
      )}
    </>
  );
}

/** The parts that the person may see. */
function Parts({ scope, today }: { scope: ReturnType<typeof useFigureScope>; today: string }) {
  const { permissions } = useSession();
  const { territory } = scope;
  const { JourneeTaches } = useRouteContext({ from: '__root__' });
  const place = { entite: territory.entiteId, ms: territory.ms, today };
  const days = useDays(territory);
  const cards = Object.entries({
    annee: <AnneeCard key="annee" scope={scope} />,
    jours: <QuatorzeJoursCard key="jours" territory={territory} />,
    lieux: <LieuxCard key="lieux" scope={scope} />,
    debiteurs: <DebiteursCard key="debiteurs" scope={scope} />,
    moyens: <EncaisseCard key="moyens" days={days} territory={territory} />,
    agents: <AgentsCard key="agents" days={days} />,
  } satisfies Record<JourneeCardKey, ReactNode>).flatMap(([key, card]) =>
    mayAll(permissions, JOURNEE_CARDS[key as JourneeCardKey]) ? [card] : [],
  );
  return (
    <>
      <Tuiles place={place} />
      <Suspense fallback={null}>
        <JourneeTaches place={place} />
      </Suspense>
      {cards.length > 0 ? <div className={classes.cards}>{cards}</div> : null}
      {hasJournee(permissions) ? null : (
        <EmptyState
          title="Rien à montrer ici"
          text="Votre groupe n’a de droit ni sur les chiffres, ni sur ce qui attend d’être fait."
        />
      )}
    </>
  );
}
