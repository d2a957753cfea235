import type { ReactNode } from 'react';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { type DayRange, rangeText } from '@octroi/contract/platform/values/period';
import { Link } from '@tanstack/react-router';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Pager } from '#src/ui/list/Pager.tsx';
import { amountText, changeOf, shareText } from './change.ts';
import type { Measure, Scoped, TableReply } from './declaration.ts';
import type { StatistiqueSearch } from './search.ts';
import { Tick, TickAll, TickedSum, type Ticks, useTicks } from './Ticks.tsx';
import table from '#src/ui/figure/FigureTable.module.css';
import classes from './Statistique.module.css';

type Figures = Record<string, number>;

export interface TableLine {
  key: string;
  name: string;
  /** The screen that its name opens, if any. */
  opens?: StatistiqueSearch;
  row: unknown;
  figures: Figures;
  /** The scope of the row: the screen's, narrowed to the row. */
  scoped: Scoped;
}

interface StatistiqueTableProps {
  title: string;
  head: string;
  /** Rows are numbered. */
  numbered?: boolean;
  measures: readonly Measure<TableReply>[];
  /** Absent while loading. */
  lines: readonly TableLine[] | undefined;
  totaux: Figures | undefined;
  scoped: Scoped;
  before?: { range: DayRange; totaux: Figures | undefined } | undefined;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  /** Buttons on the right of the title. */
  tools?: ReactNode;
}

/** Headings above ticks and numbers. */
const numberedHeads = (ticks: Ticks) => [
  { text: <TickAll {...ticks} />, className: classes.tick },
  { text: '#', className: classes.rank },
];
/** Blank cells below ticks and numbers. */
const BLANKS = (
  <>
    <td />
    <td />
  </>
);

/** The rows of a statistics screen, TOTAL, and the previous period with the difference. */
export function StatistiqueTable(props: StatistiqueTableProps) {
  const { title, head, measures, lines, totaux, scoped, before, page, pageSize, onPage, tools } = props;
  const numbered = props.numbered ?? false;
  const shown = lines?.slice((page - 1) * pageSize, page * pageSize);
  const [first] = measures;
  const ticks = useTicks((lines ?? []).map(({ key, figures }) => [key, figures[first?.id ?? ''] ?? 0]));
  return (
    <TitledFigureTable
      title={title}
      tools={
        <span className={classes.tools}>
          <TickedSum {...ticks} />
          {tools}
        </span>
      }
      heads={[
        ...(numbered ? numberedHeads(ticks) : []),
        head,
        ...measures.map(({ label }) => figureHead(label)),
      ]}
      waiting={shown ? false : 6}
      total={
        totaux ? (
          <>
            <tr>
              {numbered ? BLANKS : null}
              <th scope="row">TOTAL</th>
              <FigureCells measures={measures} figures={totaux} scoped={scoped} row={undefined} />
            </tr>
            {before?.totaux ? (
              <ChangeRows
                numbered={numbered}
                measures={measures}
                totaux={totaux}
                scoped={scoped}
                range={before.range}
                previous={before.totaux}
              />
            ) : null}
          </>
        ) : null
      }
      foot={
        lines && lines.length > pageSize ? (
          <Pager
            page={page}
            pageSize={pageSize}
            shown={shown?.length ?? 0}
            total={lines.length}
            onPage={onPage}
          />
        ) : null
      }
    >
      {shown?.map((line, index) => (
        <tr key={line.key}>
          {numbered ? (
            <>
              <td className={classes.tick}>
                <Tick ticks={ticks} tickKey={line.key} name={line.name} />
              </td>
              <td className={classes.rank}>{formatNumber((page - 1) * pageSize + index + 1)}</td>
            </>
          ) : null}
          <th scope="row">
            {line.opens ? (
              <Link to="." search={line.opens}>
                {line.name}
              </Link>
            ) : (
              line.name
            )}
          </th>
          <FigureCells measures={measures} figures={line.figures} scoped={line.scoped} row={line.row} />
        </tr>
      ))}
    </TitledFigureTable>
  );
}

interface FigureCellsProps {
  measures: readonly Measure<TableReply>[];
  figures: Figures;
  scoped: Scoped;
  row: unknown;
}

const FigureCells = ({ measures, figures, scoped, row }: FigureCellsProps) =>
  measures.map(({ id, list }) => (
    <FigureCell key={id} value={figures[id] ?? 0} address={list?.(scoped, row)} />
  ));

interface ChangeRowsProps {
  numbered: boolean;
  measures: readonly Measure<TableReply>[];
  totaux: Figures;
  scoped: Scoped;
  range: DayRange;
  previous: Figures;
}

function ChangeRows({ numbered, measures, totaux, scoped, range, previous }: ChangeRowsProps) {
  return (
    <>
      <tr className={classes.change}>
        {numbered ? BLANKS : null}
        <th scope="row" title={rangeText(range)}>
          Période précédente
        </th>
        <FigureCells measures={measures} figures={previous} scoped={{ ...scoped, range }} row={undefined} />
      </tr>
      <tr className={classes.change}>
        {numbered ? BLANKS : null}
        <th scope="row">Écart</th>
        {measures.map(({ id }) => {
          const change = changeOf(totaux[id] ?? 0, previous[id] ?? 0);
          const share = shareText(change);
          return (
            <td key={id} className={table.figure}>
              {amountText(change)} {share ? <span className={classes.share}>({share})</span> : null}
            </td>
          );
        })}
      </tr>
    </>
  );
}
