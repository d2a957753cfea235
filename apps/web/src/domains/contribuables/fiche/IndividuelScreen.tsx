import { PAGES } from '@octroi/contract/pages';
import { Button, Skeleton } from '@mantine/core';
import type { FicheIndividuelle } from '@octroi/contract/contribuables/fiche/fiche';
import { balanceState, formatFrancs } from '@octroi/contract/money';
import { formatInstant } from '@octroi/contract/period';
import { amountInWords } from '@octroi/contract/words';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asks, linkTo } from '#src/platform/call.ts';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useExercice } from '#src/platform/choices.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/Card.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { FigureCell, FigureTable, figureHead } from '#src/ui/FigureTable.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { crumb, type Crumb, PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { Portrait } from './Portrait.tsx';
import classes from './Individuel.module.css';

const route = getRouteApi(`/shell${PAGES.ficheIndividuelle}`);

const LIST: Crumb = crumb('contribuables');
const TITLE = 'Fiche individuelle';

/** What a taxpayer owes and paid for a fiscal year, as it is handed over (specification 2 section 2.9). */
export function IndividuelScreen() {
  const { id } = route.useParams();
  const { exercice } = useExercice();
  const { data, error, refetch } = useQuery(
    asks('GET /contribuables/{id}/individuel', { params: { id }, query: { annee: exercice } }),
  );
  if (data) return <Sheet sheet={data} />;
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, LIST]} title={TITLE} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius={10} role="status" aria-label="Chargement de la fiche" />
      )}
    </>
  );
}

function Sheet({ sheet }: { sheet: FicheIndividuelle }) {
  const { timeZone } = useSession();
  const { id, collectivite, chemin, numKlis, fullName, annee } = sheet;
  const due = Math.max(sheet.restant, 0);
  const mayExport = useMay('contribuables', 'Exporter');
  return (
    <>
      <PageHeader
        breadcrumb={[
          TABLEAU_DE_BORD,
          LIST,
          {
            label: numKlis,
            ...linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
          },
          { label: TITLE },
        ]}
        title={`${TITLE} · ${fullName}`}
        media={<Portrait row={sheet} />}
        subtitle={[collectivite, ...chemin].map(({ nom }) => nom).join(' › ')}
        actions={
          mayExport ? (
            <Button
              component="a"
              href={linkTo('GET /contribuables/{id}/individuel/pdf', { params: { id }, query: { annee } })}
              download
              variant="default"
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
            >
              Exporter en PDF
            </Button>
          ) : null
        }
      />
      <Card title="Contribuable">
        <Facts
          facts={[
            ['Numéro', numKlis],
            ['Nom complet', fullName],
            ['Téléphone', sheet.telephone],
            ['Adresse', sheet.adresse],
            ["Date d'enrôlement", formatInstant(sheet.createdAt, timeZone).jour],
            [
              "Pièce d'identité",
              [sheet.typePieceIdentite, sheet.numeroPieceIdentite].filter(Boolean).join(' '),
            ],
          ]}
        />
      </Card>
      <Card title={`Activités de l’exercice ${annee}`}>
        <Activites sheet={sheet} />
      </Card>
      <Card title={`Situation fiscale de l’exercice ${annee}`}>
        <Mouvements sheet={sheet} />
      </Card>
      <section className={classes.note} aria-label="Montant dû">
        <p>
          Le montant dû au titre de l’exercice {annee} s’élève à <strong>{amountInWords(due)}</strong> (
          {formatFrancs(due)}).
        </p>
        <p className={classes.signature}>Chef de recouvrement</p>
      </section>
    </>
  );
}

function Activites({ sheet: { activites, prevu, annee } }: { sheet: FicheIndividuelle }) {
  if (activites.length === 0) return <CardNote>Aucune base taxable pour l’exercice {annee}.</CardNote>;
  return (
    <FigureTable
      label="Activités"
      heads={['Base taxable', 'Précision', ...['Nombre', 'Prix unitaire', 'Total'].map(figureHead)]}
      total={
        <tr>
          <th scope="row">TOTAL</th>
          <td />
          <FigureCell value={activites.reduce((sum, { nombre }) => sum + nombre, 0)} />
          <td />
          <FigureCell value={prevu} />
        </tr>
      }
    >
      {activites.map(({ base, precision, nombre, prixUnitaire, total }) => (
        <tr key={`${base} ${precision} ${prixUnitaire}`}>
          <th scope="row">{base}</th>
          <td>{precision ?? '–'}</td>
          <FigureCell value={nombre} />
          <FigureCell value={prixUnitaire} />
          <FigureCell value={total} />
        </tr>
      ))}
    </FigureTable>
  );
}

function Mouvements({ sheet: { mouvements } }: { sheet: FicheIndividuelle }) {
  const { timeZone } = useSession();
  if (mouvements.length === 0) return <CardNote>Pas de transaction</CardNote>;
  return (
    <FigureTable
      label="Situation fiscale"
      heads={[
        'Date',
        'N° de transaction',
        'Moyen de paiement',
        ...['Montant prévu', 'Montant payé', 'Restant'].map(figureHead),
        'Agent',
        'État',
      ]}
    >
      {mouvements.map((each) => {
        const { jour, heure } = formatInstant(each.dateTransaction, timeZone);
        return (
          <tr key={each.id}>
            <th scope="row">
              {jour} {heure}
            </th>
            <td>{each.noTransaction}</td>
            <td>{each.moyenPaiement}</td>
            <FigureCell value={each.prevu} />
            <FigureCell value={each.paye} />
            <FigureCell value={each.restant} />
            <td>{each.agent?.fullName ?? '–'}</td>
            <td>
              <StatusBadge status={balanceState(each.prevu, each.prevu - each.restant)} />
            </td>
          </tr>
        );
      })}
    </FigureTable>
  );
}
