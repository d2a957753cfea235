import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Echec } from '@octroi/contract/contribuables/fiche/compte';
import { avecPeriode } from '@octroi/contract/fiscalite/echeances/periodes';
import { sumBy } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/ui/page/Card.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { FigureCell, FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { apercuQuery, echeancesQuery } from './queries.ts';
import { RienAPayer } from './RienAPayer.tsx';
import { Suspendues } from './Suspendues.tsx';
import { failureOf } from '#src/platform/query.ts';

/** `Kiosque Petit, 2e trimestre` */
const baseText = ({ base, precision, ...due }: Echec): string =>
  avecPeriode(precision ? `${base} ${precision}` : base, due);

/** The échéances by year, latest first (specification 2 section 2.5). */
export function EcheancesTab({ row }: { row: ContribuableRow }) {
  const read = useQuery(echeancesQuery(row.id));
  const [data, failure] = [read.data, failureOf(read)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data) return <Skeleton height={320} radius={10} />;
  if (data.data.length === 0)
    return (
      <>
        <MissingDues row={row} />
        <EmptyState
          title="Aucune échéance"
          text="Elles viennent avec la génération des échéances de la sous-entité, pour chaque base qui a un tarif."
        />
      </>
    );
  return (
    <>
      <MissingDues row={row} />
      <Years dues={data.data} />
    </>
  );
}

/** Why échéances are missing, or fall due later. */
function MissingDues({ row }: { row: ContribuableRow }) {
  const read = useQuery(apercuQuery(row.id));
  const failure = failureOf(read);
  return (
    <>
      {failure ? (
        <UnreadNote failure={failure}>Ce qui n’est pas dû, ou pas encore, n’a pas pu être lu.</UnreadNote>
      ) : null}
      <RienAPayer apercu={read.data} />
      <Suspendues row={row} apercu={read.data} />
    </>
  );
}

function Years({ dues: all }: { dues: readonly Echec[] }) {
  const years = [...Map.groupBy(all, ({ annee }) => annee)];
  return years.map(([annee, dues]) => (
    <Card key={annee} title={String(annee)}>
      <FigureTable
        label={`Échéances de ${annee}`}
        heads={['Année', 'Base taxable', ...['Montant', 'Payé', 'Restant'].map(figureHead), 'Exigible le']}
        total={
          <tr>
            <th scope="row">TOTAL</th>
            <td />
            <FigureCell value={sumBy(dues, ({ montant }) => montant)} />
            <FigureCell value={sumBy(dues, ({ paye }) => paye)} />
            <FigureCell value={sumBy(dues, ({ montant, paye }) => montant - paye)} />
            <td />
          </tr>
        }
      >
        {dues.map((due) => (
          <tr key={due.id}>
            <td>{due.annee}</td>
            <th scope="row">{baseText(due)}</th>
            <FigureCell value={due.montant} />
            <FigureCell value={due.paye} />
            <FigureCell value={due.montant - due.paye} />
            <td>{formatDay(due.exigibleLe)}</td>
          </tr>
        ))}
      </FigureTable>
    </Card>
  ));
}
