import { A_CLASSER } from '@octroi/contract/paiements/rules';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { aClasserSearch } from './a-classer.ts';

/**
 * A link to the payments without a known payer, above the list; hidden if there are none or the person may not see
 * them.
 */
export function AClasserNotice({ entite }: { entite: number | undefined }) {
  const read = useQuery(
    queryFor('GET /transactions/totaux', { query: { entite, aClasser: 'ouverts' as const } }),
  );
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <UnreadNote failure={failure}>
        Les paiements dont le payeur n’est pas connu n’ont pas pu être lus.
      </UnreadNote>
    );
  if (!data || data.total_records === 0) return null;
  const { total_records: nombre, montant } = data;
  return (
    <p>
      <Link to={SCREENS.transactions.url} search={aClasserSearch(entite)}>
        {A_CLASSER} : {formatNumber(nombre)} paiement{nombre > 1 ? 's' : ''}, {formatFrancs(montant)}
      </Link>{' '}
      dont le payeur n’est pas connu : ils ne sont dans aucun chiffre d’un lieu.
    </p>
  );
}
