import { formatFrancs, sumBy } from '@octroi/contract/platform/values/money';
import { A_CLASSER } from '@octroi/contract/paiements/rules';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { useQueries } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { queryTogether } from '#src/platform/together.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { rangeWords } from '#src/ui/period/period-search.ts';
import classes from './dashboard/Dashboard.module.css';

/** Place, period, and optionally the agent of a sum. */
interface SumRequest {
  entite: number | undefined;
  ms: readonly number[];
  direct?: boolean | undefined;
  range: OpenRange;
  agent?: number | undefined;
}

/** Francs, with the address of the list that they total. */
interface AuComptantSum {
  montant: number;
  href: Href;
}

/**
 * Sums of sales without a taxpayer, one per request: each is the total of a list, and part of no due figure. Undefined
 * until all are loaded, or without the right.
 */
export function useAuComptant(requests: readonly SumRequest[]): readonly AuComptantSum[] | undefined {
  const sees = useMay('ventes-valeurs', 'Lister');
  const queries = useQueries({
    queries: requests.map(({ entite, ms, direct, range, agent }) => ({
      ...queryTogether('GET /ventes_valeurs/totaux', {
        query: {
          entite,
          ms: ms.length > 0 ? ms : undefined,
          direct: direct ? 1 : undefined,
          ...range,
          ...(agent ? { 'filter[ag.id]': agent } : {}),
        },
      }),
      enabled: sees,
    })),
  });
  const sums = queries.flatMap(({ data }) => (data ? [data.montant] : []));
  if (sums.length < requests.length) return undefined;
  return requests.map(({ entite, ms, direct, range, agent }, index) => ({
    montant: sums[index] ?? 0,
    href: linkOptions({
      to: SCREENS['ventes-valeurs'].url,
      search: {
        entite,
        ms: ms.length > 0 ? [...ms] : undefined,
        direct: direct ? 1 : undefined,
        from: range.from,
        to: range.to,
        ...(agent ? { f: [{ column: 'ag.id', operator: 'eq' as const, x: String(agent) }] } : {}),
      },
    }),
  }));
}

/**
 * Sums of money without a known payer, one per request: each is the total of a list, and part of no place's figures.
 * Undefined until all are loaded, or without the right.
 */
export function useAClasser(requests: readonly SumRequest[]): readonly AuComptantSum[] | undefined {
  const sees = useMay('transactions', 'Lister');
  const replies = useQueries({
    queries: requests.map(({ entite, ms, direct, range, agent }) => ({
      ...queryTogether('GET /transactions/totaux', {
        query: {
          entite,
          ms: ms.length > 0 ? ms : undefined,
          direct: direct ? 1 : undefined,
          ...range,
          aClasser: 1,
          ...(agent ? { 'filter[user.id]': agent } : {}),
        },
      }),
      enabled: sees,
    })),
  });
  const sums = replies.flatMap(({ data }) => (data ? [data.net] : []));
  if (sums.length < requests.length) return undefined;
  return requests.map(({ entite, ms, direct, range, agent }, index) => ({
    montant: sums[index] ?? 0,
    href: linkOptions({
      to: SCREENS.transactions.url,
      search: {
        entite,
        ms: ms.length > 0 ? [...ms] : undefined,
        direct: direct ? 1 : undefined,
        from: range.from,
        to: range.to,
        dates: range.from || range.to ? undefined : ('toutes' as const),
        aClasser: 1 as const,
        ...(agent ? { f: [{ column: 'user.id', operator: 'eq' as const, x: String(agent) }] } : {}),
      },
    }),
  }));
}

interface BesidePaidProps extends SumRequest {
  /** Francs paid by taxpayers at the place and time; if given, the grand total is shown too. */
  paye?: number | undefined;
}

/**
 * « Recettes au comptant » and « À classer » of a place and a period, as lines beside the paid amount; together they
 * are all the money received. Hidden if both are empty.
 */
export function BesidePaid({ paye, ...request }: BesidePaidProps) {
  const { today } = useSession();
  const [sold] = useAuComptant([request]) ?? [];
  const [unclassified] = useAClasser([request]) ?? [];
  const periodWords = rangeWords(request.range, today);
  const parts = [
    { label: 'Recettes au comptant', sum: sold },
    { label: A_CLASSER, sum: unclassified },
  ].flatMap(({ label, sum }) => (sum && sum.montant !== 0 ? [{ label, sum }] : []));
  if (parts.length === 0) return null;
  const beside = sumBy(parts, ({ sum }) => sum.montant);
  return (
    <>
      {parts.map(({ label, sum }) => (
        <p key={label} className={classes.other}>
          {label} {periodWords}, en plus de ce qui est payé :{' '}
          <Link {...sum.href}>{formatFrancs(sum.montant)}</Link>
        </p>
      ))}
      {paye === undefined ? null : (
        <p className={classes.other}>
          Encaissé en tout {periodWords} : <b>{formatFrancs(paye + beside)}</b>
        </p>
      )}
    </>
  );
}
