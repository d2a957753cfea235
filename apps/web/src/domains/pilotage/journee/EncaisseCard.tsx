import { STATISTIQUES } from '@octroi/contract/pilotage/classeurs/tables';
import { SCREENS } from '@octroi/contract/register';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asks } from '#src/platform/call.ts';
import { Card, CardNote } from '#src/ui/Card.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/FigureTable.tsx';
import { LISTS_OF_MOYENS } from '../statistiques/moyen-lists.ts';
import type { JourneeDays } from './days.ts';

const { mesures } = STATISTIQUES['recouvrement-moyen-paiement'];

/** What came in yesterday, today and this week, by method. */
export function EncaisseCard({ days }: { days: readonly JourneeDays[] }) {
  const asked = useQueries({
    queries: days.map(({ query }) => asks('GET /statistiques/transactions/moyen-par-paiement', { query })),
  });
  const failed = asked.find(({ error }) => error);
  const sums = asked.flatMap(({ data }) => data?.totaux ?? []);
  const known = sums.length === days.length;
  const rows = mesures.filter(({ id }) => id !== 'total' && sums.some((sum) => sum[id] !== 0));
  return (
    <Card
      title="Encaissé"
      actions={<Link to={SCREENS['recouvrement-moyen-paiement'].url}>Tous les moyens</Link>}
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <FigureTable
          label="Encaissé"
          heads={['Moyen', ...days.map(({ label }) => figureHead(label))]}
          waiting={known ? false : 4}
          total={
            known ? (
              <tr>
                <th scope="row">TOTAL</th>
                {days.map(({ id, scoped }, index) => (
                  <FigureCell
                    key={id}
                    value={sums[index]?.total ?? null}
                    address={LISTS_OF_MOYENS.total.list(scoped)}
                  />
                ))}
              </tr>
            ) : null
          }
        >
          {known
            ? rows.map(({ id: moyen, label }) => (
                <tr key={moyen}>
                  <th scope="row">{label}</th>
                  {days.map(({ id, scoped }, index) => (
                    <FigureCell
                      key={id}
                      value={sums[index]?.[moyen] ?? null}
                      address={LISTS_OF_MOYENS[moyen].list(scoped)}
                    />
                  ))}
                </tr>
              ))
            : null}
        </FigureTable>
      )}
      {known && rows.length === 0 ? (
        <CardNote>Rien n’est entré depuis hier, ni cette semaine.</CardNote>
      ) : null}
    </Card>
  );
}
