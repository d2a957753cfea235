import { Fragment } from 'react';
import { formatQuantite } from '@octroi/contract/platform/values/money';
import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { Link } from '@tanstack/react-router';
import { Amount } from '../../figure/Amount.tsx';
import { StatusBadge } from '../../figure/StatusBadge.tsx';
import type { Column } from '../columns.ts';
import classes from './Cell.module.css';

const nothing = <span className={classes.none}>–</span>;

/** `Plateau › Zone 1 › Secteur B` breaks between its levels, unless one is wider than the cell. */
function Levels({ text }: { text: string }) {
  const levels = text.split(/(?<= ›) /);
  if (levels.length === 1) return text;
  return levels.map((level, at) => (
    <Fragment key={at}>
      {at > 0 ? ' ' : null}
      <span className={classes.level}>{level}</span>
    </Fragment>
  ));
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** Time zone of the session. A prop, because hundreds of cells would each subscribe to the session. */
  timeZone: string;
}

/** A cell, by the kind of its column. */
export function Cell<Row>({ column, row, timeZone }: CellProps<Row>) {
  switch (column.kind) {
    case 'text': {
      const value = column.value(row);
      return value ? <Levels text={value} /> : nothing;
    }
    case 'link': {
      const text = column.value(row);
      const href = column.href(row);
      if (!text) return nothing;
      return href ? <Link {...href}>{text}</Link> : text;
    }
    case 'amount':
      return <Amount value={column.value(row)} />;
    case 'number': {
      const value = column.value(row);
      if (value === null || value === undefined) return nothing;
      const text = formatQuantite(value);
      const href = 'href' in column && value !== 0 ? column.href(row) : null;
      return href ? <Link {...href}>{text}</Link> : text;
    }
    case 'day': {
      const value = column.value(row);
      if (!value) return nothing;
      return value.length === 10 ? formatDay(value) : formatInstant(value, timeZone).jour;
    }
    case 'time': {
      const value = column.value(row);
      return value ? formatInstant(value, timeZone).heure : nothing;
    }
    case 'instant': {
      const value = column.value(row);
      if (!value) return nothing;
      const { jour, heure } = formatInstant(value, timeZone);
      return `${jour} ${heure}`;
    }
    case 'status':
      return <StatusBadge status={column.value(row)} />;
    case 'node':
      return column.render(row);
  }
}
