import { NATURE_ECLAIRCISSEMENT_WORDS } from '@octroi/contract/paiements/eclaircissement-words';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';

/** On a taxpayer's record, a link to its payments to review; hidden if there are none. */
export function EclaircissementNotice({ id }: { id: number }) {
  const sees = useMay('transactions', 'Lister');
  const read = useQuery({
    ...queryFor('GET /a_eclaircir', { query: { contribuable: id } }),
    enabled: sees,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return <UnreadNote failure={failure}>Les paiements à éclaircir n’ont pas pu être lus.</UnreadNote>;
  if (!data || data.data.length === 0) return null;
  return (
    <ul role="status" aria-label={SCREENS['a-eclaircir'].nom}>
      {data.data.map((row) => (
        <li key={row.id}>
          <Link to={SCREENS['a-eclaircir'].url} search={{ contribuable: id }}>
            {NATURE_ECLAIRCISSEMENT_WORDS[row.nature]} : {formatFrancs(row.montant)}, {row.reference}
          </Link>{' '}
          {row.message}
        </li>
      ))}
    </ul>
  );
}
