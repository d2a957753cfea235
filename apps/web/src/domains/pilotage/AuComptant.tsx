import { formatFrancs, sumBy } from '@octroi/contract/platform/values/money';
import { A_CLASSER } from '@octroi/contract/paiements/rules';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { useQueries } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { queryFor } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { rangeWords } from '#src/ui/period/period-search.ts';
import classes from './dashboard/Dashboard.module.css';

/** Where and when something was sold, and by whom where one agent is meant. */
interface SumRequest {
  entite: number | undefined;
  ms: readonly number[];
  direct?: boolean | undefined;
  range: OpenRange;
  agent?: number | undefined;
}

/** Francs, and the list that they are the total of. */
interface AuComptantSum {
  montant: number;
  href: Href;
}

/**
 * What was sold without a taxpayer, one sum for each question: the total of the list that it leads to, and no figure of what is
 * due. Undefined until all are known, or where one may not see it.
 */
export function useAuComptant(requests: readonly SumRequest[]): readonly AuComptantSum[] | undefined {
  const sees = useMay('ventes-valeurs', 'Lister');
  const queries = useQueries({
    queries: requests.map(({ entite, ms, direct, range, agent }) => ({
      ...queryFor('GET /ventes_valeurs/totaux', {
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
 * What came in without a known payer, one sum for each question: the total of the list that it leads to, and in no figure of a
 * place. Undefined until all are known, or where one may not see it.
 */
export function useAClasser(requests: readonly SumRequest[]): readonly AuComptantSum[] | undefined {
  const sees = useMay('transactions', 'Lister');
  const replies = useQueries({
    queries: requests.map(({ entite, ms, direct, range, agent }) => ({
      ...queryFor('GET /transactions/totaux', {
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
  /** Francs that taxpayers paid there and then; where it is given, the whole of what came in is told. */
  paye?: number | undefined;
}

/**
 * « Recettes au comptant » and « À classer » of a place and a period, lines of their own beside what was paid; with it they make
 * all that came in. Nothing where there is neither.
 */
export function BesidePaid({ paye, ...request }: BesidePaidProps) {
  const { today } = useSession();
  const [sold] = useAuComptant([request]) ?? [];
  const [unclassified] = useAClasser([request]) ?? [];
  const when = rangeWords(request.range, today);
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
          {label} {when}, en plus de ce qui est payé : <Link {...sum.href}>{formatFrancs(sum.montant)}</Link>
        </p>
      ))}
      {paye === undefined ? null : (
        <p className={classes.other}>
          Encaissé en tout {when} : <b>{formatFrancs(paye + beside)}</b>
        </p>
      )}
    </>
  );
}
