import type { Agents } from '@octroi/contract/pilotage/statistiques';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '#src/app/session.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { useAgents } from './AgentSelect.tsx';
import {
  type CallQuery,
  contribuablesOf,
  type Measure,
  type Scoped,
  type TableReply,
  transactionsOf,
} from './declaration.ts';
import { thisYear } from '#src/ui/period/period-search.ts';
import type { StatistiqueSearch } from './search.ts';
import { StatistiqueTable } from './StatistiqueTable.tsx';
import table from '#src/ui/FigureTable.module.css';

type Row = Agents['data'][number];

/** An agent's own figures; what no agent collected has no list that would say so. */
const ofAgent = (scoped: Scoped, row: Row | undefined): Scoped => ({
  ...scoped,
  agent: row?.id ?? undefined,
});

const MEASURES: readonly Measure<Agents>[] = [
  {
    id: 'nbreEnrollements',
    label: 'Enrôlements',
    kind: 'nombre',
    list: (scoped, row) => (row?.id === null ? undefined : contribuablesOf(ofAgent(scoped, row))),
  },
  {
    id: 'nbreTransactions',
    label: 'Transactions',
    kind: 'nombre',
    list: (scoped, row) => transactionsOfAgent(scoped, row),
  },
  {
    id: 'totalTransactions',
    label: 'Total des transactions',
    kind: 'montant',
    list: (scoped, row) => transactionsOfAgent(scoped, row),
  },
];

function transactionsOfAgent(scoped: Scoped, row: Row | undefined) {
  if (row?.id === null) return transactionsOf(scoped, [{ column: 'user.id', operator: 'is null' }]);
  return transactionsOf(ofAgent(scoped, row));
}

interface AgentsTableProps {
  scoped: Scoped;
  query: CallQuery;
}

/** All agents of a place with what they enrolled and collected since the beginning, until a period is chosen. */
export function AgentsTable({ scoped, query }: AgentsTableProps) {
  const { data, error, refetch } = useAgents(query);
  const patch = usePatchSearch();
  const search: StatistiqueSearch = useSearch({ strict: false });
  const { today } = useSession();
  if (error)
    return (
      <div className={table.card}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    );
  const rows = data?.data.filter(({ id }) => query.agent === undefined || id === query.agent);
  return (
    <StatistiqueTable
      title="Tous les agents"
      head="Agent"
      measures={MEASURES as readonly Measure<TableReply>[]}
      lines={rows?.map((row) => ({
        key: String(row.id),
        name: row.username ? `${row.fullName} (${row.username})` : row.fullName,
        row,
        ...(row.id === null ? {} : { opens: { ...search, agent: row.id, ...thisYear(today) } }),
        figures: row as unknown as Record<string, number>,
        scoped,
      }))}
      totaux={query.agent === undefined ? data?.totaux : undefined}
      scoped={scoped}
      page={1}
      pageSize={5000}
      onPage={(page) => patch({ page })}
    />
  );
}
