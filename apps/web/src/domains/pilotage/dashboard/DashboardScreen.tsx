import { BASE_WORDS } from '@octroi/contract/constants';
import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { Fragment } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useSearchAs } from '#src/platform/address.ts';
import { useSession } from '#src/platform/session.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { crumb } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { searchOfRange, thisYear } from '#src/ui/period/period-search.ts';
import { Segments } from '#src/ui/Segments.tsx';
import { TerritoryCascade, type TerritoryChoice } from '#src/ui/territory/TerritoryCascade.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { BesidePaid } from '../BesidePaid.tsx';
import { BetailSwitch } from '../BetailSwitch.tsx';
import { DashboardTable } from './DashboardTable.tsx';
import { EmptyPeriod } from './EmptyPeriod.tsx';
import { DashboardChart } from './DashboardChart.tsx';
import { readDashboardSearch } from './dashboard-search.ts';
import type { FigureSearch } from '../figure-search.ts';
import { OtherBase } from './OtherBase.tsx';
import { Tiles } from './Tiles.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useFigureScope } from '../use-figures.ts';
import classes from './Dashboard.module.css';

const route = getRouteApi(`/shell${PAGES.place}`);

const BASES = [
  { value: 'enrolement', label: BASE_WORDS.enrolement },
  { value: 'encaissement', label: BASE_WORDS.encaissement },
] as const;

/** Enrolled, planned, paid and unpaid, by place and period (specification 1 section 2). */
export function DashboardScreen() {
  const id = route.useParams({ shouldThrow: false })?.id;
  const search = useSearchAs(readDashboardSearch);
  const { today } = useSession();
  const scope = useFigureScope(id ? { ...search, ms: [Number(id)] } : search);
  const dashboard = useDashboard(scope);
  const patch = usePatchSearch();
  const go = useNavigate();
  const { territory } = scope;

  const choosePlace = ({ entite, ramification }: TerritoryChoice): void => {
    const next = { ...search, ms: undefined, entite: ramification ? undefined : entite };
    if (ramification) void go({ to: PAGES.place, params: { id: String(ramification) }, search: next });
    else void go({ to: SCREENS['tableau-de-bord'].url, search: next });
  };

  return (
    <>
      <PageHeader
        breadcrumb={[crumb('tableau-de-bord')]}
        title={titleOf(territory)}
        heading={<PlaceLinks territory={territory} search={search} />}
      />
      <div className={classes.controls}>
        <PeriodPicker
          value={scope.range}
          open
          onChange={(range) => patch({ ...searchOfRange(range, today) })}
        />
        <Segments
          label="Base des chiffres"
          segments={BASES}
          value={scope.base}
          onChange={(base) => patch({ base: base === 'enrolement' ? undefined : base })}
        />
      </div>
      <div className={classes.controls}>
        <TerritoryCascade territory={territory} onChange={choosePlace} />
        <BetailSwitch value={search.betail} onChange={(betail) => patch({ betail })} />
      </div>
      {dashboard.failure ? (
        <div className={classes.card}>
          <ErrorState failure={dashboard.failure} />
        </div>
      ) : (
        <div
          data-stale={dashboard.stale || undefined}
          aria-busy={dashboard.stale}
          className={classes.figures}
        >
          <EmptyPeriod
            stats={dashboard.data?.stats}
            scope={scope}
            onYear={() => patch({ ...searchOfRange(thisYear(today), today) })}
          />
          <OtherBase stats={dashboard.data?.stats} scope={scope} search={search} />
          <Tiles data={dashboard.data} scope={scope} />
          {scope.base === 'encaissement' && search.betail !== 1 ? (
            <BesidePaid
              entite={territory.entiteId}
              ms={territory.ms}
              range={scope.range}
              paye={dashboard.data?.stats.paiement}
            />
          ) : null}
          <DashboardChart data={dashboard.data} scope={scope} />
          <DashboardTable data={dashboard.data} scope={scope} search={search} />
        </div>
      )}
    </>
  );
}

function titleOf({ names, everywhere, loading, failure }: Territory): string {
  if (loading || failure) return 'Tableau de bord';
  return names.join(' › ') || everywhere;
}

/** The path from the collectivité down, with links to the ancestors. */
function PlaceLinks({ territory, search }: { territory: Territory; search: FigureSearch }) {
  const { entite, chain, names } = territory;
  const otherSearch = { ...search, ms: undefined, entite: undefined };
  if (names.length < 2 || !entite || territory.loading) return titleOf(territory);
  return (
    <>
      <Link to={SCREENS['tableau-de-bord'].url} search={{ ...otherSearch, entite: entite.id }}>
        {entite.nom}
      </Link>
      {chain.map(({ id, nom }, index) => (
        <Fragment key={id}>
          {' › '}
          {index === chain.length - 1 ? (
            nom
          ) : (
            <Link to={PAGES.place} params={{ id: String(id) }} search={otherSearch}>
              {nom}
            </Link>
          )}
        </Fragment>
      ))}
      {chain.length === 0 ? ` › ${names[1]}` : null}
    </>
  );
}
