import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import type { Detention } from '@octroi/contract/caisse/caisse';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { askSituation } from './ask-situation.tsx';
import { DetentionBadges } from './DetentionFacts.tsx';
import { useEntite } from './refresh.ts';

const { nom } = SCREENS.detentions;
const HEADS = [
  'Titulaire',
  'Session',
  figureHead('Détenu'),
  figureHead('En route'),
  figureHead('Écarts'),
  'Depuis',
  'État',
];

/** Holders of cash by régie, since when, with warnings. */
export function RegieScreen() {
  const detentions = useQuery({ ...queryFor('GET /detentions', { query: useEntite() }), staleTime: 0 });
  const failure = failureOf(detentions);
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]} title={nom} />
      {failure ? (
        <ErrorState failure={failure} />
      ) : detentions.data ? (
        <Regies rows={detentions.data.data} />
      ) : (
        <Skeleton height={220} radius="md" role="status" aria-label="Chargement des régies" />
      )}
    </>
  );
}

function Regies({ rows }: { rows: readonly Detention[] }) {
  if (rows.length === 0)
    return (
      <EmptyState title="Rien encore" text="Personne ne détient d’espèces, et aucune caisse n’est ouverte." />
    );
  const regies = [...new Map(rows.map((row) => [row.regie.id, row])).values()];
  return regies.map(({ regie, entite, plafond, delaiJours }) => (
    <Regie
      key={regie.id}
      regie={regie}
      title={`${regie.nom}, ${entite.nom} : ${formatFrancs(plafond)} au plus par personne, à verser sous ${delaiJours} jours`}
      rows={rows.filter((row) => row.regie.id === regie.id)}
    />
  ));
}

interface RegieProps {
  regie: Detention['regie'];
  title: string;
  rows: readonly Detention[];
}

function Regie({ regie, title, rows }: RegieProps) {
  const { timeZone, today } = useSession();
  const mayIssue = useMay('sessions-caisse', 'Émettre');
  const open = rows.filter(({ session }) => session !== null).length;
  const sum = (amountOf: (row: Detention) => number): number =>
    rows.reduce((total, row) => total + amountOf(row), 0);
  return (
    <TitledFigureTable
      title={title}
      tools={
        mayIssue ? (
          <Button size="compact-md" variant="default" onClick={() => askSituation(regie, today)}>
            Procès-verbal de situation
          </Button>
        ) : null
      }
      heads={HEADS}
      total={
        <tr>
          <th scope="row" colSpan={2}>
            {open > 0 ? `Total, sans ${open} caisse${open > 1 ? 's' : ''} à compter` : 'Total'}
          </th>
          <FigureCell value={sum(({ detenu }) => detenu ?? 0)} />
          <FigureCell value={sum(({ enTransit }) => enTransit)} />
          <FigureCell value={sum(({ ecarts }) => ecarts)} />
          <td colSpan={2} />
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.titulaire.id}>
          <th scope="row">{row.titulaire.nom}</th>
          <td>
            {row.session ? (
              <Link to={PAGES.sessionCaisse} params={{ id: String(row.session.id) }}>
                {row.session.aCompter ? 'À compter' : 'Ouverte'}, {formatDay(row.session.jour)}
              </Link>
            ) : (
              '–'
            )}
          </td>
          <FigureCell value={row.detenu} />
          <FigureCell value={row.enTransit} />
          <FigureCell value={row.ecarts} />
          <td>{row.depuis ? formatInstant(row.depuis, timeZone).jour : '–'}</td>
          <td>
            <DetentionBadges {...row} />
          </td>
        </tr>
      ))}
    </TitledFigureTable>
  );
}
