import { useCallback, useMemo } from 'react';
import { Button } from '@mantine/core';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatDay } from '@octroi/contract/platform/values/period';
import { lieuxText, visiteList } from '@octroi/contract/recouvrement/columns';
import { isThere } from '@octroi/contract/recouvrement/visites';
import { viewOf } from '@octroi/contract/platform/listing/columns';
import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { queryFor, type Reply } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { type Column, withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { printDocument } from '#src/ui/file/take-file.ts';
import classes from './Recouvrement.module.css';
import { VisiteEntry } from './VisiteEntry.tsx';
import { useAct } from '#src/ui/use-act.ts';

const route = getRouteApi(`/shell${PAGES.tournee}`);

type Tournee = Reply<'GET /tournees/{id}'>;
type Visite = Reply<'GET /visites'>['data'][number];

const SHOWN: readonly Column<Visite>[] = withLinks(
  // the outcome needs the remaining width
  viewOf(visiteList, ['ordre', 'fullName', 'localisation', 'exigible', 'attente', 'payeDepuis'], {
    fullName: { width: 150 },
    localisation: { width: 120 },
    exigible: { width: 92, decides: true },
    attente: { width: 92 },
    payeDepuis: { width: 98 },
  }),
  {
    fullName: ({ contribuable, presence }) =>
      isThere(presence) ? linkOptions({ to: PAGES.fiche, params: { id: String(contribuable) } }) : null,
  },
);
/** Shown where the agent’s phone proposed some of the visits; under the name, so that the outcome stays in view. */
const RAISON: readonly Column<Visite>[] = viewOf(visiteList, ['raison'], {
  raison: { under: 'fullName', width: 210, decides: true },
});
const DEFAULTS: ListDefaults = { orderBy: 'visite.ordre', sortOrder: 'asc', itemperpage: 500 };

/** `20 visites · 18 à visiter · 2 visités, dont 1 promesse (5 000 F CFA) · 3 000 F CFA payés depuis`. */
function stateText(tournee: Tournee): string {
  const { visites, aVisiter, visitees, proposees, proposeesFaites, promesses, promis, payeDepuis } = tournee;
  const promised = `, dont ${formatNumber(promesses)} promesse${promesses > 1 ? 's' : ''} (${formatFrancs(promis)})`;
  return [
    `${formatNumber(visites)} visite${visites > 1 ? 's' : ''}`,
    `${formatNumber(aVisiter)} à visiter`,
    `${formatNumber(visitees)} visité${visitees > 1 ? 's' : ''}${promesses > 0 ? promised : ''}`,
    ...(proposees > 0
      ? [
          `${formatNumber(proposees)} proposée${proposees > 1 ? 's' : ''} par le téléphone, dont ${formatNumber(proposeesFaites)} faite${proposeesFaites > 1 ? 's' : ''}`,
        ]
      : []),
    `${formatFrancs(payeDepuis)} payés depuis`,
  ].join(' · ');
}

/** A tour: the taxpayers to visit in walking order, and the outcome of each visit. */
export function TourneeScreen() {
  const { id } = route.useParams();
  const tournee = useQuery(queryFor('GET /tournees/{id}', { params: { id } }));
  const [data, failure] = [tournee.data, failureOf(tournee)];
  return data && !failure ? <Visites tournee={data} /> : <ErrorState failure={failure} />;
}

function Visites({ tournee }: { tournee: Tournee }) {
  const { id, jour, agent, proposees } = tournee;
  const { permissions, today } = useSession();
  const [refreshTours, refreshVisits] = [useRefresh('tournees'), useRefresh('visites')];
  const refresh = useCallback(async () => {
    await Promise.all([refreshTours(), refreshVisits()]);
  }, [refreshTours, refreshVisits]);
  const noting = may(permissions, 'tournees', 'Modifier') && jour <= today;
  const columns = useMemo(
    (): Column<Visite>[] => [
      ...SHOWN,
      ...(proposees > 0 ? RAISON : []),
      {
        id: 'saisie',
        header: 'Issue',
        kind: 'node',
        width: 380,
        grow: 1,
        decides: true,
        render: (row) => (
          <VisiteEntry
            key={`${row.id}.${row.version}`}
            row={row}
            jour={jour}
            noting={noting}
            onNoted={refresh}
          />
        ),
      },
    ],
    [jour, noting, refresh, proposees],
  );
  const search = route.useSearch();
  const query = { tournee: id };
  const totals = useListTotals('visites', search, query, columns);
  const title = `Tournée du ${formatDay(jour)} · ${agent.fullName}`;
  return (
    <ListScreen
      path="visites"
      title={title}
      breadcrumb={[TABLEAU_DE_BORD, section('Restes à recouvrer'), crumb('tournees'), { label: title }]}
      columns={columns}
      filters={visiteList.fields}
      defaults={DEFAULTS}
      sizeLinks
      query={query}
      exporter="tournees"
      document="tournee"
      actions={may(permissions, 'tournees', 'Exporter') ? <SheetButton tournee={id} /> : null}
      toolbar={
        <p className={classes.told} role="status">
          {lieuxText(tournee.lieux)} · {stateText(tournee)}
          {noting || jour <= today ? '' : ` · les issues se saisissent à partir du ${formatDay(jour)}`}
        </p>
      }
      totals={totals}
      emptyText={`Rien de cette tournée n’est dans votre périmètre. ${SCREENS.tournees.nom} montre les autres.`}
    />
  );
}

/** The printed sheet of the agent: by place, with amounts due and a signature column. */
function SheetButton({ tournee }: { tournee: number }) {
  const { busy, perform } = useAct();
  const print = async (): Promise<void> => {
    await perform(async () => {
      await printDocument(
        'tournee',
        { query: `tournee=${tournee}`, format: 'pdf' },
        { groupe: 'quartier', emargement: '1' },
      );
    });
  };
  return (
    <Button leftSection={<IconPrinter size={16} />} loading={busy} onClick={() => void print()}>
      Feuille de tournée
    </Button>
  );
}
