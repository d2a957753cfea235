import { useMemo } from 'react';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { TickBox } from '../../TickBox.tsx';
import type { RowAct } from '../acts/acts.ts';
import { Cell } from './Cell.tsx';
import { type Column, decides, isEssential, isFigure, nameOf } from '../columns.ts';
import { RowMenu } from '../acts/RowMenu.tsx';
import { OWN, type PlacedTable } from './use-table-layout.ts';
import classes from './ListTable.module.css';

interface ListRowProps<Row extends { id: number }> {
  columns: readonly Column<Row>[];
  row: Row;
  /** Its number among all rows of the list, from 1. */
  number: number;
  /** Its index in the table, for `aria-rowindex`, if some rows are not rendered. */
  index: number | undefined;
  /** Measures the row, if some rows are not rendered. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  layout: PlacedTable;
  timeZone: string;
  /** Undefined if rows are not ticked. */
  ticked: boolean | undefined;
  /** @param isRange whether the rows since the last ticked one are meant too */
  onTick: (isRange: boolean) => void;
  rowActs: ((row: Row) => RowAct[]) | undefined;
}

const isText = <Row,>(column: Column<Row>): column is Extract<Column<Row>, { kind: 'text' | 'link' }> =>
  column.kind === 'text' || column.kind === 'link';

/** A row of a list's table. */
export function ListRow<Row extends { id: number }>(props: ListRowProps<Row>) {
  const { row, number, index, measure, layout, ticked, onTick, rowActs } = props;
  const { columns, timeZone } = props;
  const { styleOf } = layout;
  const name = nameOf(columns, row);
  // each tick renders all rows; their cells, which cost most, are rendered only when their data changes
  const cells = useMemo(() => {
    const isWhole = layout.stacked ? decides : isEssential;
    return columns.map((column) => {
      const cell = <Cell column={column} row={row} timeZone={timeZone} />;
      return (
        <td
          key={column.id}
          className={isFigure(column) ? classes.figure : undefined}
          style={layout.styleOf(column.id)}
          data-line={layout.lineOf(column.id)}
          data-essential={isWhole(column, columns) || undefined}
          title={isText(column) ? (column.value(row) ?? undefined) : undefined}
        >
          {isText(column) || (layout.stacked && column.kind === 'instant') ? (
            <span className={classes.lines}>{cell}</span>
          ) : (
            cell
          )}
        </td>
      );
    });
  }, [columns, row, layout, timeZone]);
  return (
    <tr
      ref={measure}
      tabIndex={-1}
      data-index={index === undefined ? undefined : index - 2}
      aria-rowindex={index}
      data-ticked={ticked || undefined}
    >
      {ticked !== undefined ? (
        <td className={classes.tick} style={styleOf(OWN.select)}>
          <TickBox
            aria-label={`Sélectionner ${name}`}
            checked={ticked}
            onChange={({ nativeEvent }) => onTick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </td>
      ) : null}
      <td className={classes.number} style={styleOf(OWN.number)}>
        {formatNumber(number)}
      </td>
      {cells}
      {rowActs ? (
        <td className={classes.menu} style={styleOf(OWN.menu)} data-essential>
          <RowMenu name={name} acts={rowActs(row)} />
        </td>
      ) : null}
    </tr>
  );
}
