import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { type DayRange, rangeText } from '@octroi/contract/platform/values/period';
import { Link } from '@tanstack/react-router';
import { amountText, changeOf, shareText } from './change.ts';
import type { Measure, Scoped, TableReply } from './declaration.ts';
import tiles from '../dashboard/Dashboard.module.css';
import classes from './Statistique.module.css';

type Figures = Record<string, number>;

interface CountersProps {
  measures: readonly Measure<TableReply>[];
  /** Absent while loading. */
  totaux: Figures | undefined;
  before: { range: DayRange; totaux: Figures | undefined } | undefined;
  scoped: Scoped;
}

/** The total of each measure with a counter, its change, and a link to its list. */
export function Counters({ measures, totaux, before, scoped }: CountersProps) {
  const counted = measures
    .filter(({ counter }) => counter)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  if (counted.length === 0) return null;
  return (
    <section className={classes.counters} aria-label="Chiffres">
      {counted.map((measure) => {
        const address = measure.list?.(scoped, undefined);
        const value = totaux?.[measure.id];
        const content = (
          <>
            <span className={tiles.value}>
              {value === undefined ? (
                <Skeleton height={24} width="70%" my={5} component="span" display="block" />
              ) : (
                formatNumber(value)
              )}
            </span>
            <span className={tiles.label}>
              {measure.counter}
              {measure.kind === 'montant' ? ' (F CFA)' : null}
            </span>
            <ChangeLine now={value} before={before} id={measure.id} />
          </>
        );
        return address ? (
          <Link key={measure.id} {...address} className={tiles.tile}>
            {content}
          </Link>
        ) : (
          <div key={measure.id} className={tiles.tile}>
            {content}
          </div>
        );
      })}
    </section>
  );
}

interface ChangeLineProps {
  now: number | undefined;
  before: CountersProps['before'];
  id: string;
}

function ChangeLine({ now, before, id }: ChangeLineProps) {
  const previous = before?.totaux?.[id];
  if (now === undefined || previous === undefined || !before)
    return <span className={tiles.help}>{'\u00a0'}</span>;
  const change = changeOf(now, previous);
  const share = shareText(change);
  return (
    <span className={tiles.help} title={`Période précédente : ${rangeText(before.range)}`}>
      <b data-trend={Math.sign(change.amount)} className={classes.trend}>
        {share ?? amountText(change)}
      </b>{' '}
      {share ? `(${amountText(change)}) ` : null}sur la période précédente
    </span>
  );
}
