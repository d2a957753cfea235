import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { EXTOURNE_WORDS } from '@octroi/contract/paiements/rules';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';

/** Payments shown here, more than a taxpayer usually has; the transaction list shows all. */
const SHOWN = 200;

/** Confirmed payments and refunds, latest first (specification 2 section 2.5). */
export function TransactionsTab({ row }: { row: ContribuableRow }) {
  const { timeZone } = useSession();
  const sees = useMay('transactions', 'Lister');
  const read = useQuery({
    ...queryFor('GET /transactions', {
      query: {
        'filter[contrib.id][type]': 'eq',
        'filter[contrib.id][x]': row.id,
        itemperpage: SHOWN,
      },
    }),
    enabled: sees,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (!sees)
    return <EmptyState title="Transactions non visibles" text="Votre groupe ne voit pas les transactions." />;
  if (failure) return <ErrorState failure={failure} />;
  if (!data) return <Skeleton height={320} radius={10} />;
  if (data.data.length === 0)
    return <EmptyState title="Pas de transaction" text="Aucun paiement confirmé n’est connu." />;
  return (
    <Card title={`Transactions confirmées (${data.meta.total_records ?? 0})`}>
      <FigureTable
        label="Transactions confirmées"
        heads={['Date', 'N° de transaction', figureHead('Montant'), 'Moyen de paiement']}
      >
        {data.data.map((payment) => {
          const { jour, heure } = formatInstant(payment.dateTransaction, timeZone);
          return (
            <tr key={payment.id}>
              <th scope="row">
                {jour} {heure}
              </th>
              <td>
                {payment.noTransaction}{' '}
                {payment.extourne ? <StatusBadge status={EXTOURNE_WORDS[payment.extourne]} /> : null}
              </td>
              <FigureCell value={payment.montant} />
              <td>{payment.moyenPaiement.nom}</td>
            </tr>
          );
        })}
      </FigureTable>
    </Card>
  );
}
