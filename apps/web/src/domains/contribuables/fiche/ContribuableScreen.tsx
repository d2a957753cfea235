import { PAGES } from '@octroi/contract/pages';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './fiche.css';
import { Skeleton, Tabs } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { IconFileText, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { getRouteApi, useRouteContext } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { type Crumb, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { RecordActs } from '#src/ui/page/RecordActs.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { placeText } from '../columns.ts';
import { isOnglet, ONGLETS, type Onglet } from './fiche-search.ts';
import { ApercuTab } from './ApercuTab.tsx';
import { EcheancesTab } from './EcheancesTab.tsx';
import { HistoriqueTab } from './HistoriqueTab.tsx';
import { TransactionsTab } from './TransactionsTab.tsx';
import { Portrait } from './Portrait.tsx';
import classes from './Contribuable.module.css';

const route = getRouteApi(`/shell${PAGES.fiche}`);

const LIST: Crumb = crumb('contribuables');

/** The record of a taxpayer (specification 2 section 2.5). */
export function ContribuableScreen() {
  const { id } = route.useParams();
  const read = useQuery(queryFor('GET /contribuables/{id}', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <>
        <PageHeader breadcrumb={[TABLEAU_DE_BORD, LIST]} title="Fiche contribuable" />
        <ErrorState failure={failure} />
      </>
    );
  return data ? <Record row={data} /> : <RecordSkeleton />;
}

const PARTS: Record<Onglet, (props: { row: ContribuableRow }) => React.ReactNode> = {
  apercu: ApercuTab,
  echeances: EcheancesTab,
  transactions: TransactionsTab,
  historique: HistoriqueTab,
};

function Record({ row }: { row: ContribuableRow }) {
  const { id, ramification, statut } = row;
  const { ContribuableNotice } = useRouteContext({ from: '__root__' });
  const { onglet = 'apercu' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMay('contribuables', 'Modifier');
  const open = (tab: string | null): void => {
    if (!isOnglet(tab)) return;
    const search = { onglet: tab === 'apercu' ? undefined : tab };
    void navigate({ search, resetScroll: false, replace: true });
  };
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, LIST, { label: row.numKlis }]}
        title={row.fullName}
        media={<Portrait key={row.photo} row={row} />}
        subtitle={
          <>
            <span>
              {ramification.entite.nom} · {placeText(ramification)} ›{' '}
              <span className={classes.number}>{row.numKlis}</span>
            </span>
            <StatusBadge status={statut} />
          </>
        }
        actions={
          <>
            <ButtonLink
              to={PAGES.ficheIndividuelle}
              params={{ id: String(id) }}
              variant="default"
              leftSection={<IconFileText size={16} aria-hidden />}
            >
              Fiche individuelle
            </ButtonLink>
            {mayEdit ? (
              <ButtonLink
                to={PAGES.contribuableEdit}
                params={{ id: String(id) }}
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                Modifier
              </ButtonLink>
            ) : null}
            <RecordActs path="contribuables" record={row} />
          </>
        }
      />
      <ContribuableNotice id={id} />
      <Tabs value={onglet} onChange={open} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {Object.entries(ONGLETS).map(([tab, label]) => (
            <Tabs.Tab key={tab} value={tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(PARTS).map(([tab, Part]) => (
          <Tabs.Panel key={tab} value={tab}>
            <Part row={row} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

const RecordSkeleton = () => (
  <div role="status" aria-label="Chargement de la fiche">
    <Skeleton height={13} width={220} mb={10} />
    <Skeleton height={24} width={280} mb={24} />
    <div className={classes.cards}>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={96} radius={10} />
      ))}
    </div>
    <div className={classes.columns}>
      <Skeleton height={320} radius={10} />
      <Skeleton height={160} radius={10} />
    </div>
  </div>
);
