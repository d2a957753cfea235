import '@mantine/core/styles/Menu.layer.css';
import { TickBox } from '#src/ui/TickBox.tsx';
import { GROUPE } from '@octroi/contract/constants';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useQueryClient } from '@tanstack/react-query';
import { STATISTIQUES } from '@octroi/contract/pilotage/classeurs/tables';
import { Link } from '@tanstack/react-router';
import { type Query, queryText } from '#src/platform/api.ts';
import { resourceKey } from '#src/platform/call.ts';
import type { Href } from '#src/platform/address.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import type { BulkAct } from '#src/ui/list/acts/acts.ts';
import { ActionMenu } from '#src/ui/list/ListToolbar.tsx';
import { Pager } from '#src/ui/list/Pager.tsx';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { type ListSelection, useListSelection } from '#src/ui/list/acts/use-selection.ts';
import { TableExport } from '../TableExport.tsx';
import type { StatistiqueSearch } from './search.ts';
import classes from './Statistique.module.css';

/** Rows per page (specification 2 section 9). */
const PAGE_SIZE = 100;

interface CollectedRow {
  key: string;
  /** Id of the row's record; null if it has none. */
  id: number | null;
  name: string;
  /** The screen that its name opens. */
  opens: StatistiqueSearch | undefined;
  /** Francs. */
  total: number;
  list: Href;
}

interface CollectedTableProps {
  table: 'recouvrement-lieux' | 'recouvrement-agents';
  /** Resource of the rows, from which Super Admin may delete them. */
  path: 'ramifications' | 'users';
  /** The query of the rows. */
  query: Query;
  /** Absent while loading. */
  rows: readonly CollectedRow[] | undefined;
  total: { value: number; list: Href } | undefined;
  page: number;
  onPage: (page: number) => void;
}

/** Sub-entities or agents by amount collected, descending; Super Admin may delete ticked rows. */
export function CollectedTable(props: CollectedTableProps) {
  const { table, path, query, rows, total, page, onPage } = props;
  const { title, head, screen } = STATISTIQUES[table];
  const [{ label }] = STATISTIQUES[table].mesures;
  const mayExport = useMay(screen, 'Exporter');
  const removable = rows?.flatMap(({ id }) => id ?? []) ?? [];
  const [act, selection] = useRemoval(path, queryText(query), removable.length);
  const shown = rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <div className={classes.collected}>
      <TitledFigureTable
        title={title}
        tools={
          <span className={classes.tools}>
            {act ? <ActionMenu acts={[act]} selection={selection} /> : null}
            {mayExport ? <TableExport table={table} query={rows && query} /> : null}
          </span>
        }
        heads={[
          ...(act
            ? [{ text: <TickAll selection={selection} removable={removable} />, className: classes.tick }]
            : []),
          '#',
          head,
          figureHead(label),
        ]}
        waiting={shown ? false : 6}
        total={
          total ? (
            <tr>
              {act ? <td /> : null}
              <td />
              <th scope="row">TOTAL</th>
              <FigureCell value={total.value} address={total.list} />
            </tr>
          ) : null
        }
        foot={
          rows && rows.length > PAGE_SIZE ? (
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              shown={shown?.length ?? 0}
              total={rows.length}
              onPage={onPage}
            />
          ) : null
        }
      >
        {shown?.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            rank={(page - 1) * PAGE_SIZE + index + 1}
            selection={act && selection}
          />
        ))}
      </TitledFigureTable>
    </div>
  );
}

const TickAll = ({ selection, removable }: { selection: ListSelection; removable: readonly number[] }) => (
  <TickBox
    aria-label="Tout sélectionner"
    checked={selection.count > 0 && selection.count === removable.length}
    indeterminate={selection.count > 0 && selection.count < removable.length}
    disabled={removable.length === 0}
    onChange={({ currentTarget }) => selection.setPage(removable, () => currentTarget.checked)}
  />
);

interface RowProps {
  row: CollectedRow;
  rank: number;
  /** Absent if rows have no acts. */
  selection: ListSelection | undefined;
}

function Row({ row: { id, name, opens, total, list }, rank, selection }: RowProps) {
  return (
    <tr>
      {selection ? (
        <td className={classes.tick}>
          {id === null ? null : (
            <TickBox
              aria-label={`Sélectionner ${name}`}
              checked={selection.has(id)}
              onChange={({ currentTarget }) => selection.setPage([id], () => currentTarget.checked)}
            />
          )}
        </td>
      ) : null}
      <td className={classes.rank}>{formatNumber(rank)}</td>
      <th scope="row">
        {opens ? (
          <Link to="." search={opens}>
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      <FigureCell value={total} address={list} />
    </tr>
  );
}

/** Deletion, for Super Admin only (specification 2 section 6), with the refusals of the records' own list. */
function useRemoval(path: string, scope: string, total: number): [BulkAct | undefined, ListSelection] {
  const { user } = useSession();
  const client = useQueryClient();
  const selection = useListSelection(path, scope, total);
  const { bulkAct: many } = useDeletion(path);
  if (user.groupe?.nom !== GROUPE.superAdmin) return [undefined, selection];
  const run: BulkAct['run'] = async (chosen) => {
    await many.run(chosen);
    await client.invalidateQueries({ queryKey: resourceKey('GET /statistiques/agents') });
  };
  return [{ ...many, run }, selection];
}
