import type { ReactNode } from 'react';
import { QUANTITE } from '@octroi/contract/pilotage/classeurs/statistique';
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
  /** Sums of quantities, if any. */
  quantites?: string;
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
  /** Sums of quantities of all rows; without them, the table has no such column. */
  quantites?: string | undefined;
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
  const quantite = (text = '') =>
    props.quantites ? <td className={`${table.figure} ${classes.quantites}`}>{text}</td> : null;
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
        ...(props.quantites ? [figureHead(QUANTITE)] : []),
      ]}
      waiting={shown ? false : 6}
      total={
        totaux ? (
          <>
            <tr>
              {numbered ? BLANKS : null}
              <th scope="row">TOTAL</th>
              <FigureCells measures={measures} figures={totaux} scoped={scoped} row={undefined} />
              {quantite(props.quantites)}
            </tr>
            {before?.totaux ? (
              <ChangeRows
                numbered={numbered}
                measures={measures}
                totaux={totaux}
                scoped={scoped}
                range={before.range}
                previous={before.totaux}
                last={quantite()}
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
        <LineRow
          key={line.key}
          line={line}
          measures={measures}
          rank={numbered ? { ticks, number: (page - 1) * pageSize + index + 1 } : undefined}
          last={quantite(line.quantites)}
        />
      ))}
    </TitledFigureTable>
  );
}

interface LineRowProps {
  line: TableLine;
  measures: readonly Measure<TableReply>[];
  /** Its tick and its number, if rows are numbered. */
  rank: { ticks: Ticks; number: number } | undefined;
  /** Cell after the figures, if the table has one. */
  last: ReactNode;
}

const LineRow = ({ line, measures, rank, last }: LineRowProps) => (
  <tr>
    {rank ? (
      <>
        <td className={classes.tick}>
          <Tick ticks={rank.ticks} tickKey={line.key} name={line.name} />
        </td>
        <td className={classes.rank}>{formatNumber(rank.number)}</td>
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
    {last}
  </tr>
);

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
  /** Cell after the figures, if the table has one. */
  last: ReactNode;
}

function ChangeRows({ numbered, measures, totaux, scoped, range, previous, last }: ChangeRowsProps) {
  return (
    <>
      <tr className={classes.change}>
        {numbered ? BLANKS : null}
        <th scope="row" title={rangeText(range)}>
          Période précédente
        </th>
        <FigureCells measures={measures} figures={previous} scoped={{ ...scoped, range }} row={undefined} />
        {last}
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
        {last}
      </tr>
    </>
  );
}
