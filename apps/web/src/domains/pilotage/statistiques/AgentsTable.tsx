import { ligneText } from '@octroi/contract/pilotage/classeurs/statistique';
import { STATISTIQUES } from '@octroi/contract/pilotage/classeurs/tables';
import type { Agents } from '@octroi/contract/pilotage/statistiques';
import { useSearchAs } from '#src/platform/address.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { TableExport } from '../TableExport.tsx';
import { agentsQuery, periodOf, useAgents } from './AgentSelect.tsx';
import {
  type BeforeProps,
  contribuablesOf,
  type Measure,
  measuresOf,
  type Scoped,
  type TableReply,
  transactionsOf,
} from './declaration.ts';
import { readStatistiqueSearch } from './search.ts';
import { StatistiqueTable } from './StatistiqueTable.tsx';
import classes from './Statistique.module.css';
import table from '#src/ui/figure/FigureTable.module.css';

type Row = Agents['data'][number];
type Figures = Record<string, number>;

/** The scope of one agent's figures; the row without an agent has no list. */
const ofAgent = (scoped: Scoped, row: Row | undefined): Scoped => ({
  ...scoped,
  agent: row?.id ?? undefined,
});

const TABLE = 'recensement-agents';
const { title: TITLE, head: HEAD } = STATISTIQUES[TABLE];
const MEASURES = measuresOf<Agents>(TABLE, {
  nbreEnrollements: {
    list: (scoped, row) => (row?.id === null ? undefined : contribuablesOf(ofAgent(scoped, row))),
  },
  nbreTransactions: { list: (scoped, row) => transactionsOfAgent(scoped, row) },
  totalTransactions: { list: (scoped, row) => transactionsOfAgent(scoped, row) },
}) as readonly Measure<TableReply>[];

function transactionsOfAgent(scoped: Scoped, row: Row | undefined) {
  if (row?.id === null) return transactionsOf(scoped, [{ column: 'user.id', operator: 'is null' }]);
  return transactionsOf(ofAgent(scoped, row));
}

/**
 * All agents of a place with their enrolments and collected amounts in the period, or all-time until a period is
 * chosen.
 */
export function AgentsTable({ scoped, query, screen }: BeforeProps) {
  const read = useAgents(query);
  const [data, failure] = [read.data, failureOf(read)];
  const patch = usePatchSearch();
  const search = useSearchAs(readStatistiqueSearch);
  const { today } = useSession();
  const mayExport = useMay(screen, 'Exporter');
  if (failure)
    return (
      <div className={table.card}>
        <ErrorState failure={failure} />
      </div>
    );
  const lines = data?.data.map((row) => ({
    key: String(row.id),
    name: ligneText(row, null),
    row,
    ...(row.id === null
      ? {}
      : { opens: { ...search, page: undefined, agent: row.id, ...periodOf(scoped.range, today) } }),
    figures: row as unknown as Figures,
    scoped,
  }));
  return (
    <div className={classes.collected}>
      <StatistiqueTable
        title={TITLE}
        head={HEAD}
        measures={MEASURES}
        lines={lines}
        totaux={data?.totaux}
        scoped={scoped}
        page={1}
        pageSize={5000}
        onPage={(page) => patch({ page })}
        tools={mayExport ? <TableExport table={TABLE} query={data && agentsQuery(query)} /> : null}
      />
    </div>
  );
}

/** The same below one agent's figures, for comparison. */
export const AgentsBeneath = ({ scoped, query, screen }: BeforeProps) => (
  <AgentsTable
    scoped={{ ...scoped, agent: undefined }}
    query={{ ...query, agent: undefined }}
    screen={screen}
  />
);
