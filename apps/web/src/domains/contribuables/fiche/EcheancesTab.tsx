import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Echec } from '@octroi/contract/contribuables/fiche';
import { formatDay } from '@octroi/contract/period';
import { useQuery } from '@tanstack/react-query';
import { Amount } from '#src/ui/Amount.tsx';
import { Card } from '#src/ui/Card.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { echeancesQuery } from './queries.ts';
import figures from '#src/ui/FigureTable.module.css';
import classes from '../Contribuable.module.css';

const MONTHS = new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' });

/** `Kiosque Petit, mars`: what is due, and for which part of the year where it is billed in parts. */
function baseText({ base, precision, periode, periodes }: Echec): string {
  const named = precision ? `${base} ${precision}` : base;
  return periodes === 1 ? named : `${named}, ${MONTHS.format(new Date(Date.UTC(2000, periode - 1)))}`;
}

/** What is due, year by year, the latest first (specification 2 section 2.5). */
export function EcheancesTab({ row }: { row: ContribuableRow }) {
  const { data, error, refetch } = useQuery(echeancesQuery(row.id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius={10} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        title="Aucune échéance"
        text="Elles viennent avec la génération des échéances de la sous-entité, pour chaque base qui a un tarif."
      />
    );
  const years = [...Map.groupBy(data.data, ({ annee }) => annee)];
  return years.map(([annee, dues]) => (
    <Card key={annee} title={String(annee)}>
      <div className={figures.scroller} tabIndex={0} role="region" aria-label={`Échéances de ${annee}`}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">Année</th>
              <th scope="col">Base taxable</th>
              <th scope="col" className={classes.figureCell}>
                Montant
              </th>
              <th scope="col" className={classes.figureCell}>
                Payé
              </th>
              <th scope="col" className={classes.figureCell}>
                Restant
              </th>
              <th scope="col">Exigible le</th>
            </tr>
          </thead>
          <tbody>
            {dues.map((due) => (
              <tr key={due.id}>
                <td>{due.annee}</td>
                <th scope="row">{baseText(due)}</th>
                <td className={classes.figureCell}>
                  <Amount value={due.montant} />
                </td>
                <td className={classes.figureCell}>
                  <Amount value={due.paye} />
                </td>
                <td className={classes.figureCell}>
                  <Amount value={due.montant - due.paye} />
                </td>
                <td>{formatDay(due.exigibleLe)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">TOTAL</th>
              <td />
              {(['montant', 'paye', 'reste'] as const).map((name) => (
                <td key={name} className={classes.figureCell}>
                  <Amount
                    value={dues.reduce(
                      (sum, due) => sum + (name === 'reste' ? due.montant - due.paye : due[name]),
                      0,
                    )}
                  />
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  ));
}
