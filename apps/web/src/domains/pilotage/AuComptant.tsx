import { formatFrancs } from '@octroi/contract/money';
import type { OpenRange } from '@octroi/contract/period';
import { SCREENS } from '@octroi/contract/register';
import { useQueries } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { asks } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { rangeWords } from '#src/ui/period/period-search.ts';
import classes from './Dashboard.module.css';

/** Where and when something was sold, and by whom where one agent is meant. */
export interface AuComptantAsked {
  entite: number | undefined;
  ms: readonly number[];
  direct?: boolean | undefined;
  range: OpenRange;
  agent?: number | undefined;
}

/** Francs, and the list that they are the total of. */
export interface AuComptantSum {
  montant: number;
  href: Href;
}

/**
 * What was sold without a taxpayer, one sum for each question: the total of the list that it leads to, and no figure of what is
 * due. Undefined until all are known, or where one may not see it.
 */
export function useAuComptant(asked: readonly AuComptantAsked[]): readonly AuComptantSum[] | undefined {
  const sees = useMay('ventes-valeurs', 'Lister');
  const told = useQueries({
    queries: asked.map(({ entite, ms, direct, range, agent }) => ({
      ...asks('GET /ventes_valeurs/totaux', {
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
  const sums = told.flatMap(({ data }) => (data ? [data.montant] : []));
  if (sums.length < asked.length) return undefined;
  return asked.map(({ entite, ms, direct, range, agent }, index) => ({
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

/** « Recettes au comptant » of a place and a period, a line of its own beside what was paid; nothing where nothing was sold. */
export function AuComptant(asked: AuComptantAsked) {
  const { today } = useSession();
  const [sum] = useAuComptant([asked]) ?? [];
  if (!sum || sum.montant === 0) return null;
  return (
    <p className={classes.other}>
      Recettes au comptant {rangeWords(asked.range, today)}, en plus de ce qui est payé :{' '}
      <Link {...sum.href}>{formatFrancs(sum.montant)}</Link>
    </p>
  );
}
