import { BASE_WORDS } from '@octroi/contract/constants';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import type { Base, Dashboard } from '@octroi/contract/pilotage/figures';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { rangeWords } from '#src/ui/period/period-search.ts';
import type { FigureSearch } from '../figure-search.ts';
import { failureOf } from '#src/platform/query.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import type { FigureScope } from '../use-figures.ts';
import classes from './Dashboard.module.css';

interface OtherBaseProps {
  stats: Dashboard['stats'] | undefined;
  scope: FigureScope;
  search: FigureSearch;
}

/**
 * Data of the period under the other base, with a link to it: money received on a day is not money of the taxpayers
 * enrolled on that day.
 */
export function OtherBase({ stats, scope: { base, query, range, annee }, search }: OtherBaseProps) {
  const { today } = useSession();
  const other: Base = base === 'enrolement' ? 'encaissement' : 'enrolement';
  const read = useQuery({
    ...queryFor('GET /dashboard/by-entite', { query: { ...query, base: other } }),
    enabled: stats !== undefined,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <UnreadNote failure={failure}>
        Les montants {BASE_WORDS[other].toLowerCase()} n’ont pas pu être lus.
      </UnreadNote>
    );
  const text = stats && data && textOf(base, stats, data.stats, rangeWords(range, today), annee);
  if (!text) return null;
  return (
    <p className={classes.other}>
      {text}{' '}
      <Link to="." search={{ ...search, base: other === 'encaissement' ? other : undefined }}>
        Voir {BASE_WORDS[other].toLowerCase()}
      </Link>
    </p>
  );
}

function textOf(
  base: Base,
  stats: Dashboard['stats'],
  other: Dashboard['stats'],
  periodWords: string,
  annee: number,
): string | undefined {
  if (base === 'enrolement') {
    if (other.paiement === 0 || other.paiement === stats.paiement) return undefined;
    return `Argent reçu ${periodWords}, de tous les contribuables : ${formatFrancs(other.paiement)}.`;
  }
  if (stats.prevu !== 0 || stats.paiement !== 0 || other.prevu === 0) return undefined;
  const noun = other.contribuables > 1 ? 'contribuables enrôlés' : 'contribuable enrôlé';
  return `Exercice ${annee} des ${formatNumber(other.contribuables)} ${noun} ${periodWords} : ${formatFrancs(other.prevu)} prévus.`;
}
