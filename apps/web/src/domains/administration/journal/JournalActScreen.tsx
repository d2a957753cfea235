import { PAGES } from '@octroi/contract/pages';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { JournalAct } from '@octroi/contract/administration/journal/journal';
import { acteLabel, domaineLabel } from '@octroi/contract/administration/journal/journal-words';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { Changes } from '#src/ui/compare/Changes.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { ADMINISTRATION, type Crumb, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { recordText } from './words.ts';
import classes from './Journal.module.css';

const route = getRouteApi(`/shell${PAGES.acte}`);

const TRAIL: readonly Crumb[] = [TABLEAU_DE_BORD, ADMINISTRATION, crumb('journal')];

/** One act of the journal: author, time, kind, and the record before and after. */
export function JournalActScreen() {
  const { id } = route.useParams();
  const read = useQuery(queryFor('GET /journal/{id}', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  if (data && !failure) return <Act act={data} />;
  return (
    <>
      <PageHeader breadcrumb={[...TRAIL, { label: 'Acte' }]} title="Acte" />
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <div role="status" aria-label="Chargement de l'acte" className={classes.loading}>
          <Skeleton height={180} radius={10} />
          <Skeleton height={280} radius={10} />
        </div>
      )}
    </>
  );
}

function Act({ act }: { act: JournalAct }) {
  return (
    <>
      <PageHeader
        breadcrumb={[...TRAIL, { label: 'Acte' }]}
        title={`${acteLabel(act.acte)} : ${recordText(act)}`}
      />
      <Card title="Acte">
        <ActFacts act={act} />
      </Card>
      <Card title="Avant et après">
        <Changes avant={act.avant} apres={act.apres} noms={act.noms} label="Avant et après" />
      </Card>
    </>
  );
}

function ActFacts({ act }: { act: JournalAct }) {
  const { timeZone } = useSession();
  const { jour, heure } = formatInstant(act.createdAt, timeZone);
  const facts: [string, ReactNode][] = [
    [
      'Personne',
      act.utilisateur && `${act.utilisateur.fullName} (${act.utilisateur.username ?? 'compte supprimé'})`,
    ],
    ['Date et heure', `${jour} à ${heure}`],
    ['Domaine', domaineLabel(act.domaine)],
    ['Collectivité', act.entite?.nom],
    ['Référence', act.requestId],
    ['Sceau', act.scelle ? 'Scellé : une altération se verrait' : 'Pas encore scellé'],
  ];
  return <Facts facts={facts} />;
}
