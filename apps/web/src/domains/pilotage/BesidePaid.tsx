import { formatFrancs, sumBy } from '@octroi/contract/platform/values/money';
import { A_CLASSER } from '@octroi/contract/paiements/rules';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { queryTogether } from '#src/platform/together.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
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

/** The parameters that the address of a list and the call for its sum share. */
const narrowed = ({ entite, ms, direct, range: { from, to } }: SumRequest) => ({
  entite,
  ms: ms.length > 0 ? [...ms] : undefined,
  direct: direct ? (1 as const) : undefined,
  from,
  to,
});

/** Money of one kind that is part of no due figure: each sum is the total of a list. */
interface Kind {
  label: string;
  reads: readonly UseQueryResult<number>[];
  /** The list of each sum. */
  hrefs: readonly Href[];
}

/** Sales of tickets, without a taxpayer. Undefined without the right to list them. */
function useSales(requests: readonly SumRequest[]): Kind | undefined {
  const sees = useMay('ventes-valeurs', 'Lister');
  const reads = useQueries({
    queries: requests.map((request) => ({
      ...queryTogether('GET /ventes_valeurs/totaux', {
        query: { ...narrowed(request), ...(request.agent ? { 'filter[ag.id]': request.agent } : {}) },
      }),
      select: ({ montant }: { montant: number }) => montant,
      enabled: sees,
    })),
  });
  const hrefs = requests.map((request) =>
    linkOptions({
      to: SCREENS['ventes-valeurs'].url,
      search: { ...narrowed(request), ...ofAgent('ag.id', request) },
    }),
  );
  return sees ? { label: 'Recettes au comptant', reads, hrefs } : undefined;
}

/** Payments without a known payer. Undefined without the right to list payments. */
function useUnclassified(requests: readonly SumRequest[]): Kind | undefined {
  const sees = useMay('transactions', 'Lister');
  const reads = useQueries({
    queries: requests.map((request) => ({
      ...queryTogether('GET /transactions/totaux', {
        query: {
          ...narrowed(request),
          aClasser: 1 as const,
          ...(request.agent ? { 'filter[user.id]': request.agent } : {}),
        },
      }),
      select: ({ net }: { net: number }) => net,
      enabled: sees,
    })),
  });
  const hrefs = requests.map((request) =>
    linkOptions({
      to: SCREENS.transactions.url,
      search: {
        ...narrowed(request),
        dates: request.range.from || request.range.to ? undefined : ('toutes' as const),
        aClasser: 1 as const,
        ...ofAgent('user.id', request),
      },
    }),
  );
  return sees ? { label: A_CLASSER, reads, hrefs } : undefined;
}

/** The filter of a list on an agent. */
const ofAgent = <Column extends string>(column: Column, { agent }: SumRequest) =>
  agent ? { f: [{ column, operator: 'eq' as const, x: String(agent) }] } : {};

/** Francs, with the address of the list that they total. */
interface BesideSum {
  montant: number;
  href: Href;
}

export interface Beside {
  label: string;
  /** One per request. */
  sums: readonly BesideSum[];
}

interface BesideRead {
  /** By kind, without those that are empty. Undefined until all is known, for a part would be taken for the whole. */
  beside: readonly Beside[] | undefined;
  /** Whether the person may see every kind: only then is the sum with what taxpayers paid all that was received. */
  whole: boolean;
  failure: Failure | undefined;
}

/** Money received beside what taxpayers paid for their dues, as far as the person may see it. */
export function useBeside(requests: readonly SumRequest[]): BesideRead {
  const [sales, unclassified] = [useSales(requests), useUnclassified(requests)];
  const kinds = [sales, unclassified].flatMap((kind) => kind ?? []);
  const whole = sales !== undefined && unclassified !== undefined;
  const failure = failureOf(...kinds.flatMap(({ reads }) => reads));
  if (failure || kinds.some(({ reads }) => reads.some(({ data }) => data === undefined)))
    return { beside: undefined, whole, failure };
  const beside = kinds.map(({ label, reads, hrefs }) => ({
    label,
    sums: hrefs.map((href, index) => ({ href, montant: reads[index]?.data ?? 0 })),
  }));
  return { beside: beside.filter(({ sums }) => sums.some(({ montant }) => montant !== 0)), whole, failure };
}

interface BesidePaidProps extends SumRequest {
  /** Francs paid by taxpayers at the place and time: with them the grand total is shown, to who may see every part of it. */
  paye?: number | undefined;
}

/**
 * « Recettes au comptant » and « À classer » of a place and a period, as lines beside the paid amount; together they
 * are all the money received. Hidden if both are empty.
 */
export function BesidePaid({ paye, ...request }: BesidePaidProps) {
  const { today } = useSession();
  const { beside, whole, failure } = useBeside([request]);
  if (failure)
    return (
      <UnreadNote failure={failure}>
        Ce qui est encaissé en plus de ce qui est payé n’a pas pu être lu.
      </UnreadNote>
    );
  if (!beside || beside.length === 0) return null;
  const periodWords = rangeWords(request.range, today);
  const besideTotal = sumBy(beside, ({ sums }) => sums[0]?.montant ?? 0);
  return (
    <>
      {beside.map(({ label, sums: [sum] }) => (
        <p key={label} className={classes.other}>
          {label} {periodWords}, en plus de ce qui est payé :{' '}
          <Link {...sum?.href}>{formatFrancs(sum?.montant ?? 0)}</Link>
        </p>
      ))}
      {paye === undefined || !whole ? null : (
        <p className={classes.other}>
          Encaissé en tout {periodWords} : <b>{formatFrancs(paye + besideTotal)}</b>
        </p>
      )}
    </>
  );
}
