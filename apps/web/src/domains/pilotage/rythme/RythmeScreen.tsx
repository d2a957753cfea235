import { SCREENS } from '@octroi/contract/register';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import {
  rythmeFile,
  rythmeCriteria,
  rythmeText,
  rythmeTitle,
} from '@octroi/contract/pilotage/classeurs/rythme';
import { rythmeChart } from '@octroi/contract/pilotage/charts/rythme';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Chart } from '#src/ui/chart/Chart.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { BetailSwitch } from '../BetailSwitch.tsx';
import { lieuOf } from '../lieu.ts';
import { useFigureScope } from '../use-figures.ts';
import { methodeText } from './cumuls.ts';
import { useRythmeLinks } from './links.ts';
import { RythmeTable } from './RythmeTable.tsx';
import { RythmeTiles } from './RythmeTiles.tsx';
import dashboard from '../dashboard/Dashboard.module.css';
import classes from './Rythme.module.css';

const route = getRouteApi(`/shell${SCREENS.rythme.url}`);

/** Money received for a fiscal year, compared with its échéances and the year before, and its projected total. */
export function RythmeScreen() {
  const search = route.useSearch();
  const scope = useFigureScope(search);
  const { territory, annee } = scope;
  const betail: 0 | 1 = search.betail === 1 ? 1 : 0;
  const patch = usePatchSearch();
  const mayExport = useMay('rythme', 'Exporter');
  const place = { entite: territory.entiteId, ms: territory.ms };
  const query = { entite: place.entite, ms: place.ms.length > 0 ? place.ms : undefined, annee, betail };
  const read = useQuery({
    ...queryFor('GET /statistiques/rythme', { query }),
    placeholderData: keepPreviousData,
    enabled: !territory.loading && !territory.failure,
  });
  const { data, isPlaceholderData } = read;
  const failure = territory.failure ?? failureOf(read);
  const links = useRythmeLinks(scope, betail);
  const title = rythmeTitle(annee);
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Statistiques'), { label: 'Recouvrement' }]}
        title={`${territory.names.join(' › ') || territory.everywhere} › ${SCREENS.rythme.nom}`}
        subtitle={rythmeText(annee)}
      />
      <div className={dashboard.controls}>
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
        <BetailSwitch value={search.betail} onChange={(next) => patch({ betail: next })} />
      </div>
      {failure ? (
        <div className={dashboard.card}>
          <ErrorState failure={failure} />
        </div>
      ) : (
        <div
          data-stale={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData || !data}
          className={dashboard.figures}
        >
          <RythmeTiles rythme={data} annee={annee} links={links} />
          <Chart
            title={title}
            data={data && rythmeChart(data)}
            kind="courbe"
            fileName={mayExport ? rythmeFile(annee) : undefined}
            details={rythmeCriteria(annee, { lieu: lieuOf(territory), betail }).details}
          />
          {data ? (
            <p className={classes.method}>
              <b>Projection.</b> {methodeText(data)}
            </p>
          ) : null}
          <RythmeTable title={`${title}, mois par mois`} rythme={data} links={links} query={query} />
        </div>
      )}
    </>
  );
}
