/** The tables beside the payment statistics: all agents until a period is chosen, all sub-entities below. */
import { ligneText, sousEntiteText } from '@octroi/contract/pilotage/classeurs/statistique';
import { showsAnything } from '@octroi/contract/platform/chart/chart';
import { statistiqueChart } from '@octroi/contract/pilotage/charts/statistique';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchAs } from '#src/platform/address.ts';
import { queryFor } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import { Chart } from '#src/ui/chart/Chart.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { agentsQuery, periodOf, useAgents } from './AgentSelect.tsx';
import { CollectedTable } from './CollectedTable.tsx';
import { type BeforeProps, transactionsOf } from './declaration.ts';
import { readStatistiqueSearch } from './search.ts';
import classes from './Statistique.module.css';
import table from '#src/ui/figure/FigureTable.module.css';

const Failed = ({ failure }: { failure: Failure }) => (
  <div className={table.card}>
    <ErrorState failure={failure} />
  </div>
);

/** All agents by amount collected in the period (all-time until one is chosen), descending. */
export function CollectedByAgents(props: BeforeProps) {
  // all agents, even if one is chosen
  const scoped = { ...props.scoped, agent: undefined };
  const query = { ...props.query, agent: undefined };
  const read = useAgents(query);
  const [data, failure] = [read.data, failureOf(read)];
  const search = useSearchAs(readStatistiqueSearch);
  const { today } = useSession();
  const patch = usePatchSearch();
  if (failure) return <Failed failure={failure} />;
  const rows = data?.data.map(({ id, totalTransactions, ...person }) => ({
    key: String(id),
    id,
    name: ligneText(person, null),
    opens:
      id === null ? undefined : { ...search, page: undefined, agent: id, ...periodOf(scoped.range, today) },
    total: totalTransactions,
    list:
      id === null
        ? transactionsOf(scoped, [{ column: 'user.id', operator: 'is null' }])
        : transactionsOf({ ...scoped, agent: id }),
  }));
  return (
    <CollectedTable
      table="recouvrement-agents"
      path="users"
      query={agentsQuery(query)}
      rows={rows}
      total={data && { value: data.totaux.totalTransactions, list: transactionsOf(scoped) }}
      page={search.page ?? 1}
      onPage={(page) => patch({ page })}
    />
  );
}

/** The sub-entities of the place with the amount collected in their subtree, as a chart and a table. */
export function CollectedByPlaces({ scoped, query }: BeforeProps) {
  const { today } = useSession();
  const { pas: _pas, agent: _agent, ...callParams } = query;
  const search = useSearchAs(readStatistiqueSearch);
  const patch = usePatchSearch();
  const read = useQuery(queryFor('GET /statistiques/transactions/par-lieu', { query: callParams }));
  const [data, failure] = [read.data, failureOf(read)];
  const chart = useMemo(() => data && statistiqueChart('recouvrement-lieux', data, { today }), [data, today]);
  if (failure) return <Failed failure={failure} />;
  /** The row of the place itself: amounts of none of its children. */
  const ownId = scoped.ms.length === 1 ? scoped.ms[0] : undefined;
  const rows = data?.data.map(({ id, type, nom, direct, total }) => {
    const rowScope = type === 'entite' ? { ...scoped, entite: id, ms: [] } : { ...scoped, ms: [id], direct };
    return {
      key: `${type} ${id}`,
      id: type === 'ramification' && !direct ? id : null,
      name: sousEntiteText({ nom, direct }),
      opens:
        id === ownId
          ? undefined
          : { ...search, page: undefined, entite: rowScope.entite, ms: [...rowScope.ms] },
      total,
      list: transactionsOf(rowScope),
    };
  });
  return (
    <>
      {chart && chart.categories.length > 1 && showsAnything(chart) ? (
        <div className={classes.drawn}>
          <Chart title="Total collecté par sous-entité" data={chart} kind="colonnes" />
        </div>
      ) : null}
      <CollectedTable
        table="recouvrement-lieux"
        path="ramifications"
        query={callParams}
        rows={rows}
        total={data && { value: data.totaux.total, list: transactionsOf(scoped) }}
        page={search.page ?? 1}
        onPage={(page) => patch({ page })}
      />
    </>
  );
}
