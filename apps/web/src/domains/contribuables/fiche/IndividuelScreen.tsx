import { PAGES } from '@octroi/contract/pages';
import { Button, Skeleton } from '@mantine/core';
import type { FicheIndividuelle } from '@octroi/contract/contribuables/fiche/fiche';
import {
  arreteDe,
  decompteDe,
  delaiDe,
  type Partie,
  partiesDe,
  type Valeur,
} from '@octroi/contract/contribuables/fiche/feuille';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryFor, linkTo } from '#src/platform/call.ts';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useExercice } from '#src/platform/kept/choices.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { AttenteNote } from '#src/ui/figure/AttenteNote.tsx';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { crumb, type Crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { Portrait } from './Portrait.tsx';
import classes from './Individuel.module.css';

const route = getRouteApi(`/shell${PAGES.ficheIndividuelle}`);

const LIST: Crumb = crumb('contribuables');
const TITLE = 'Fiche individuelle';

/** The individual sheet of a fiscal year, as printed (specification 2 section 2.9). */
export function IndividuelScreen() {
  const { id } = route.useParams();
  const { exercice } = useExercice();
  const read = useQuery(
    queryFor('GET /contribuables/{id}/individuel', { params: { id }, query: { annee: exercice } }),
  );
  const [data, failure] = [read.data, failureOf(read)];
  if (data && !failure) return <Sheet sheet={data} />;
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, LIST]} title={TITLE} />
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <Skeleton height={420} radius={10} role="status" aria-label="Chargement de la fiche" />
      )}
    </>
  );
}

function Sheet({ sheet }: { sheet: FicheIndividuelle }) {
  const { timeZone } = useSession();
  const { id, collectivite, chemin, numKlis, fullName, compte } = sheet;
  const { annee, jour, solde } = compte;
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
      {partiesDe(sheet, timeZone).map((partie) => (
        <Card key={partie.titre} title={partie.titre}>
          <PartieTable partie={partie} />
        </Card>
      ))}
      <section className={classes.total} aria-label="Total à payer">
        <div>
          <h2>Total à payer au {formatDay(jour)}</h2>
          <b>{formatFrancs(solde.aPayer)}</b>
          <p>{delaiDe(compte)}</p>
        </div>
        <dl>
          {decompteDe(compte).map(([label, montant]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatFrancs(montant)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <AttenteNote attentes={compte.attentes} />
      <section className={classes.note} aria-label="Montant dû">
        <p>{arreteDe(solde)}</p>
        <p className={classes.signature}>Chef de recouvrement</p>
      </section>
    </>
  );
}

function PartieTable({ partie: { titre, colonnes, lignes, total, vide, note } }: { partie: Partie }) {
  if (lignes.length === 0) return <CardNote>{vide}</CardNote>;
  const cell = (value: Valeur, index: number) => {
    const sorte = colonnes[index]?.sorte;
    if (sorte === 'figure') return <FigureCell key={index} value={value as number | null} blank />;
    return (
      <td key={index}>
        {sorte === 'etat' && value ? <StatusBadge status={String(value)} /> : (value ?? '')}
      </td>
    );
  };
  const row = (values: readonly Valeur[], key?: number) => (
    <tr key={key}>
      <th scope="row">{values[0]}</th>
      {values.slice(1).map((value, index) => cell(value, index + 1))}
    </tr>
  );
  return (
    <>
      <FigureTable
        titled
        label={titre}
        heads={colonnes.map(({ titre: text, sorte }) => ({ text, figure: sorte === 'figure' }))}
        total={row(total)}
      >
        {lignes.map((values, index) => row(values, index))}
      </FigureTable>
      {note ? <CardNote>{note}</CardNote> : null}
    </>
  );
}
