import { formatNumber, sumBy } from '@octroi/contract/platform/values/money';
import { addDays, formatDay } from '@octroi/contract/platform/values/period';
import type { RecettesParMoyen } from '@octroi/contract/pilotage/statistiques';
import { SCREENS } from '@octroi/contract/register';
import { Link } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { amountText, changeOf } from '../statistiques/change.ts';
import { type Scoped, transactionsOf } from '../statistiques/declaration.ts';
import { DAYS, useReceipts } from './days.ts';
import { Figure } from './Figure.tsx';
import classes from './Annee.module.css';

const WEEK = 7;
const WEEKDAY = new Intl.DateTimeFormat('fr', { weekday: 'short', timeZone: 'UTC' });
const thousands = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });
const nameOf = (day: string): string => WEEKDAY.format(new Date(`${day}T00:00:00Z`)).replace('.', '');
/** Thousands with one decimal, millions from one million on. */
const short = (montant: number): string =>
  Math.abs(montant) < 1_000_000
    ? thousands.format(montant / 1000)
    : `${thousands.format(montant / 1_000_000)} M`;

/** What each of the last fourteen complete days brought, until yesterday. */
export function QuatorzeJoursCard({ territory }: { territory: Territory }) {
  const { today } = useSession();
  const place = { entite: territory.entiteId, ms: territory.ms };
  const range = { from: addDays(today, -DAYS), to: addDays(today, -1) };
  const read = useReceipts(territory);
  const [data, failure] = [read.data, failureOf(read)];
  // today is not complete
  const rows = data?.data.slice(0, DAYS) ?? [];
  const listOf = (from: string, to: string) => {
    const scoped: Scoped = { ...place, range: { from, to }, betail: 0, agent: undefined };
    return transactionsOf(scoped);
  };
  const sumOf = (some: typeof rows): number => sumBy(some, ({ total }) => total);
  const [before, since] = [rows.slice(0, WEEK), rows.slice(WEEK)];
  const middle = addDays(today, -WEEK);
  const change = data && amountText(changeOf(sumOf(since), sumOf(before)));
  return (
    <Card
      title="Quatorze jours, en milliers"
      actions={<Link {...listOf(range.from, range.to)}>{SCREENS.transactions.nom}</Link>}
    >
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <div className={classes.body} aria-busy={!data}>
          <Days rows={data && rows} addressOf={listOf} />
          <div className={classes.figures}>
            <Figure
              label={`Hier, ${nameOf(range.to)}. ${formatDay(range.to).slice(0, 5)}`}
              value={data && formatNumber(rows.at(-1)?.total ?? 0)}
              address={listOf(range.to, range.to)}
            />
            <Figure
              label="Sept jours"
              value={data && formatNumber(sumOf(since))}
              help={change && `${change} sur les sept d’avant`}
              address={listOf(middle, range.to)}
            />
            <Figure
              label="Quatorze jours"
              value={data && formatNumber(sumOf(rows))}
              help={data && `${formatNumber(Math.round(sumOf(rows) / DAYS))} par jour`}
              address={listOf(range.from, range.to)}
            />
          </div>
        </div>
      )}
    </Card>
  );
}

interface DaysProps {
  /** Absent while loading. */
  rows: RecettesParMoyen['data'] | undefined;
  addressOf: (from: string, to: string) => Href;
}

/** One bar a day with its amount, a link to its payments. */
function Days({ rows, addressOf }: DaysProps) {
  const top = Math.max(1, ...(rows ?? []).map(({ total }) => total));
  return (
    <div className={classes.days} role="group" aria-label="Reçu chaque jour">
      {rows?.map(({ from, to, total }, index) => (
        <Link
          key={from}
          {...addressOf(from, to)}
          className={classes.day}
          aria-label={`${nameOf(from)} ${formatDay(from)} : ${formatNumber(total)}`}
          data-sunday={nameOf(from) === 'dim' || undefined}
          data-last={index === DAYS - 1 || undefined}
        >
          <span className={classes.stem}>
            {total === 0 ? '' : short(total)}
            <i style={{ height: `${(Math.max(0, total) / top) * 100}px` }} />
          </span>
          <span>
            {nameOf(from)}
            <br />
            {Number(from.slice(8))}
          </span>
        </Link>
      ))}
    </div>
  );
}
