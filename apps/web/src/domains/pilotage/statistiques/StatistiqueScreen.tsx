import { SCREENS } from '@octroi/contract/register';
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import type { ChartData } from '@octroi/contract/platform/chart/chart';
import type { DayRange } from '@octroi/contract/platform/values/period';
import { datedFile } from '@octroi/contract/pilotage/classeurs/details';
import { quantitesText, statistiqueCriteria } from '@octroi/contract/pilotage/classeurs/statistique';
import { statistiqueChart } from '@octroi/contract/pilotage/charts/statistique';
import { STATISTIQUES } from '@octroi/contract/pilotage/classeurs/tables';
import { PAS_LABELS, type Pas, availablePas } from '@octroi/contract/pilotage/pas';
import { useMay, useSession } from '#src/platform/session.ts';
import { Chart } from '#src/ui/chart/Chart.tsx';
import { type Failure, failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { InlineSelect } from '#src/ui/InlineSelect.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { rangeWords, thisYear } from '#src/ui/period/period-search.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { BesidePaid } from '../BesidePaid.tsx';
import { BetailSwitch } from '../BetailSwitch.tsx';
import { lieuOf } from '../lieu.ts';
import { TableExport } from '../TableExport.tsx';
import { AgentSelect, useAgentName, useAgents } from './AgentSelect.tsx';
import { Counters } from './Counters.tsx';
import type { Measure, Statistique, TableReply } from './declaration.ts';
import { RamificationSelect } from './RamificationSelect.tsx';
import { searchOfPeriod } from './search.ts';
import { linesOf } from './lines.ts';
import { StatistiqueTable } from './StatistiqueTable.tsx';
import { type StatistiqueState, useStatistique } from './use-statistique.ts';
import dashboard from '../dashboard/Dashboard.module.css';
import table from '#src/ui/figure/FigureTable.module.css';
import classes from './Statistique.module.css';

type Figures = Record<string, number>;

/** A statistics screen (specification 2 section 2.15): period, place or agent, counters, chart, table with TOTAL. */
export function StatistiqueScreen<Reply extends TableReply>({
  declaration: typedDeclaration,
}: {
  declaration: Statistique<Reply>;
}) {
  // the frame treats all statistics alike, so the reply type is erased here
  const declaration = typedDeclaration as unknown as Statistique<TableReply>;
  const state = useStatistique(declaration);
  const { territory, range, scoped, query, failure } = state;
  const { before: Before, Below: Beneath } = declaration;
  const agent = useAgentName(query);
  const { details } = statistiqueCriteria(declaration.screen, { ...scoped, lieu: lieuOf(territory), agent });
  const part = { scoped, query, screen: declaration.screen };
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Statistiques'), { label: declaration.section }]}
        title={SCREENS[declaration.screen].nom}
        heading={declaration.heading(territory)}
      />
      <Controls declaration={declaration} state={state} />
      {failure ? (
        <div className={table.card}>
          <ErrorState failure={failure} />
        </div>
      ) : range ? (
        <>
          <Results declaration={declaration} state={state} details={details} />
          {Beneath ? <Beneath {...part} /> : null}
        </>
      ) : Before ? (
        <Before {...part} />
      ) : (
        <div className={table.card}>
          <p className={classes.waiting}>Choisissez une période pour voir les chiffres.</p>
        </div>
      )}
    </>
  );
}

interface PartProps {
  declaration: Statistique<TableReply>;
  state: StatistiqueState<TableReply>;
}

/** Period, interval, livestock, place and agent, all in the address. */
function Controls({ declaration, state: { search, territory, range, query, data } }: PartProps) {
  const patch = usePatchSearch();
  const bounded = range?.from && range.to ? { from: range.from, to: range.to } : undefined;
  return (
    <>
      <div className={dashboard.controls}>
        <PeriodPicker
          value={range ?? {}}
          lastYear
          open
          onChange={(next) => patch({ ...searchOfPeriod(next), pas: undefined })}
        />
        <div className={classes.tools}>
          {bounded && data?.pas ? (
            <PasSelect range={bounded} pas={data.pas} onChange={(pas) => patch({ pas })} />
          ) : null}
          <BetailSwitch value={search.betail} onChange={(betail) => patch({ betail })} />
        </div>
      </div>
      <div className={dashboard.controls}>
        {declaration.choosers.includes('lieu') ? (
          <TerritoryCascade
            territory={territory}
            onChange={({ entite, ramification }) =>
              patch({ entite, ms: ramification ? [ramification] : undefined })
            }
          />
        ) : null}
        {declaration.choosers.includes('sous-entite') ? (
          <RamificationSelect
            territory={territory}
            onChange={(ramification) => patch({ ms: ramification ? [ramification] : undefined })}
          />
        ) : null}
        {declaration.choosers.includes('agent') ? (
          <AgentSelect query={query} value={search.agent} onChange={(agent) => patch({ agent })} />
        ) : null}
      </div>
    </>
  );
}

interface PasSelectProps {
  range: DayRange;
  pas: Pas;
  onChange: (pas: Pas) => void;
}

/** Day, week, month or year, if the period is not too long for it. */
function PasSelect({ range, pas, onChange }: PasSelectProps) {
  const choices = availablePas(range);
  if (choices.length < 2) return null;
  return (
    <InlineSelect
      label="Lignes"
      value={pas}
      choices={choices.map((each) => ({ value: each, label: PAS_LABELS[each] }))}
      onChange={onChange}
    />
  );
}

function Results({ declaration, state, details }: PartProps & { details: readonly string[] }) {
  const { search, scoped, data, stale, before, range } = state;
  const { measures, pageSize } = declaration;
  const { title, head, file } = STATISTIQUES[declaration.screen];
  const { today } = useSession();
  const mayExport = useMay(declaration.screen, 'Exporter');
  const patch = usePatchSearch();
  const lines = data && linesOf(data, scoped);
  const totaux = data?.totaux as Figures | undefined;
  const previous = before && { range: before.range, totaux: before.data?.totaux as Figures | undefined };
  const { chart, failure: chartFailure } = useChart(declaration, state);
  const fileName = datedFile(file, scoped.range);
  const year = thisYear(today);
  return (
    <div data-stale={stale || undefined} aria-busy={stale} className={dashboard.figures}>
      {totaux && isEmpty(measures, totaux) ? (
        <div className={dashboard.empty} role="status">
          <p>
            <b>Rien à compter {rangeWords(scoped.range, today)}</b>
          </p>
          {range?.from === year.from && range?.to === year.to ? null : (
            <Button onClick={() => patch({ ...searchOfPeriod(year), pas: undefined })}>
              Voir cette année
            </Button>
          )}
        </div>
      ) : null}
      {before?.failure ? (
        <UnreadNote failure={before.failure}>
          La période précédente n’a pas pu être lue : rien ne lui est comparé.
        </UnreadNote>
      ) : null}
      <Counters measures={measures} totaux={totaux} before={previous} scoped={scoped} />
      {declaration.section === 'Recouvrement' && scoped.betail === 0 ? <BesidePaid {...scoped} /> : null}
      {chartFailure ? (
        <UnreadNote failure={chartFailure}>Le graphique n’a pas pu être lu.</UnreadNote>
      ) : (
        <Chart
          title={title}
          data={chart}
          kind={search.vue ?? 'colonnes'}
          onKind={(vue) => patch({ vue: vue === 'colonnes' ? undefined : vue, page: search.page })}
          fileName={mayExport ? fileName : undefined}
          details={details}
        />
      )}
      <StatistiqueTable
        title={`${title}, en détail`}
        head={head}
        numbered={declaration.numbered ?? false}
        measures={measures}
        lines={lines}
        totaux={totaux}
        quantites={quantitesText(data?.quantites)}
        scoped={scoped}
        before={previous}
        page={search.page ?? 1}
        pageSize={pageSize}
        onPage={(page) => patch({ page })}
        tools={mayExport ? <TableExport table={declaration.screen} query={data && state.callParams} /> : null}
      />
    </div>
  );
}

/** The chart of the table; the chart of all agents if the screen is about agents and none is chosen. */
function useChart(
  { screen, agents }: Statistique<TableReply>,
  { data, before, query, scoped, range }: StatistiqueState<TableReply>,
): { chart: ChartData | undefined; failure: Failure | undefined } {
  const { today } = useSession();
  const ofAll = scoped.agent === undefined ? agents : undefined;
  const read = useAgents(query, { enabled: ofAll !== undefined && range !== undefined });
  const all = read.data;
  const previous = before?.data;
  const chart = useMemo(() => {
    if (ofAll) return all && statistiqueChart(ofAll, all, { today });
    return data && statistiqueChart(screen, data, { today, before: previous });
  }, [screen, ofAll, all, data, previous, today]);
  return { chart, failure: ofAll && failureOf(read) };
}

const isEmpty = (measures: readonly Measure<TableReply>[], totaux: Figures): boolean =>
  measures.every(({ id }) => !totaux[id]);
