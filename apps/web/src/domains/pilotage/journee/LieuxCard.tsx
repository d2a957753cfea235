import { dashboardText } from '@octroi/contract/pilotage/classeurs/dashboard';
import { share } from '@octroi/contract/pilotage/share';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { queryTogether } from '#src/platform/together.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';

/** Places shown. */
const NAMED = 5;

/** The sub-places with the lowest paid share of the year. */
export function LieuxCard({ scope }: { scope: FigureScope }) {
  const { territory, query, annee } = scope;
  const read = useQuery(queryTogether('GET /dashboard/by-entite', { query }));
  const [data, failure] = [read.data, failureOf(read)];
  const linkTo = useFigureLinks(scope);
  const totalShare = data && share(data.stats.paiement, data.stats.prevu);
  const rows = (data?.details ?? [])
    .filter(({ prevu, restant }) => prevu > 0 && restant > 0)
    .toSorted((a, b) => a.paiement / a.prevu - b.paiement / b.prevu)
    .slice(0, NAMED);
  return (
    <Card
      title="Lieux en retard"
      actions={
        <Link to={SCREENS['tableau-de-bord'].url} search={{ dates: 'toutes' }}>
          Tous les lieux
        </Link>
      }
    >
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <FigureTable
          titled
          label="Lieux en retard"
          heads={['Lieu', figureHead('Payé'), figureHead('Restant')]}
          waiting={data ? false : 4}
        >
          {rows.map((row) => {
            const { id, type, direct, paiement, prevu, restant } = row;
            const place =
              type === 'entite' ? { entite: id, ms: [] } : { entite: territory.entiteId, ms: [id], direct };
            const list = linkOptions({ to: SCREENS.contribuables.url, search: linkTo(place, 'montant') });
            return (
              <tr key={`${type} ${id}`}>
                <th scope="row">{dashboardText(row)}</th>
                <td style={{ textAlign: 'right' }}>{share(paiement, prevu) ?? 0} %</td>
                <FigureCell value={restant} address={list} />
              </tr>
            );
          })}
        </FigureTable>
      )}
      {data ? (
        <CardNote>
          {rows.length === 0
            ? `Aucun lieu n’a de reste à payer pour ${annee}.`
            : `Payé du prévu de ${annee} ; ensemble : ${totalShare ?? 0} %.`}
        </CardNote>
      ) : null}
    </Card>
  );
}
