import { Suspense } from 'react';
import { formatLongDay } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
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
      {territory.error ? (
        <ErrorState error={territory.error} onRetry={territory.retry} />
      ) : territory.loading ? null : (
        <Parts scope={scope} today={today} />
      )}
    </>
  );
}

/** The parts that the person may see: each requires the right of the screen with its figures. */
function Parts({ scope, today }: { scope: ReturnType<typeof useFigureScope>; today: string }) {
  const { permissions } = useSession();
  const { territory } = scope;
  const { JourneeTaches } = useRouteContext({ from: '__root__' });
  const place = { entite: territory.entiteId, ms: territory.ms, today };
  const days = useDays(territory);
  const cards = [
    may(permissions, 'rythme', 'Voir') ? <AnneeCard key="annee" scope={scope} /> : null,
    may(permissions, 'recouvrement-moyen-paiement', 'Voir') ? (
      <QuatorzeJoursCard key="jours" territory={territory} />
    ) : null,
    may(permissions, 'tableau-de-bord', 'Voir') ? <LieuxCard key="lieux" scope={scope} /> : null,
    may(permissions, 'contribuables', 'Lister') ? <DebiteursCard key="debiteurs" scope={scope} /> : null,
    may(permissions, 'recouvrement-moyen-paiement', 'Voir') ? (
      <EncaisseCard key="moyens" days={days} territory={territory} />
    ) : null,
    may(permissions, 'recouvrement-agent', 'Voir') ? <AgentsCard key="agents" days={days} /> : null,
  ].filter((card) => card !== null);
  return (
    <>
      <Tuiles place={place} />
      <Suspense fallback={null}>
        <JourneeTaches place={place} />
      </Suspense>
      {cards.length > 0 ? (
        <div className={classes.cards}>{cards}</div>
      ) : (
        <EmptyState
          title="Rien à montrer ici"
          text="Votre groupe n’a pas de droit sur les chiffres. Ce qui vous attend est au-dessus, s’il y en a."
        />
      )}
    </>
  );
}
