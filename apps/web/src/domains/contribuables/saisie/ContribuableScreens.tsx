import { SCREENS, RESOURCES } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import './saisie.css';
import type { ReactNode } from 'react';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { lastList } from '#src/ui/list/last-list.ts';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { CONFIGURATIONS, type Crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { ContribuableForm } from './ContribuableForm.tsx';
import { EnrollementForm } from './EnrollementForm.tsx';
import classes from './Saisie.module.css';

const contribuable = getRouteApi(`/shell${PAGES.contribuableEdit}`);
const enrollement = getRouteApi(`/shell${PAGES.enrollement}`);

const LIST: Crumb = { label: RESOURCES.enrollements.one, to: SCREENS.enrollements.url };

/** Creation of a taxpayer in the back office. */
export function ContribuableCreateScreen() {
  const { chosenPlace } = useChosenPlace();
  const { collectivites, ramifications } = useSession();
  const missing = useMissing([['contribuables', 'Créer']]);
  const chosen = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const entiteIds = [...collectivites.map(({ id }) => id), ...ramifications.map(({ entite }) => entite.id)];
  const only = new Set(entiteIds).size === 1 ? entiteIds[0] : undefined;
  return (
    <div className={classes.frame}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, LIST, { label: 'Création' }]}
        title="Nouvel enrôlement"
      />
      {missing ? (
        <MissingRight
          missing={missing}
          action={
            <ButtonLink {...lastList(SCREENS.enrollements.url)} variant="default">
              Retour
            </ButtonLink>
          }
        />
      ) : (
        <ContribuableForm entite={chosen ?? only} />
      )}
    </div>
  );
}

/** Edition in two tabs (specification 2 section 2.6). */
export function ContribuableEditScreen() {
  const { id } = contribuable.useParams();
  return (
    <EditScreen id={id} form={(record, reload) => <ContribuableForm record={record} onReload={reload} />} />
  );
}

/** The second form (specification 2 section 2.11), with the same save. */
export function EnrollementEditScreen() {
  const { id } = enrollement.useParams();
  return (
    <EditScreen id={id} form={(record, reload) => <EnrollementForm record={record} onReload={reload} />} />
  );
}

interface EditScreenProps {
  id: string;
  form: (record: Contribuable, reload: () => void) => ReactNode;
}

function EditScreen({ id, form }: EditScreenProps) {
  const record = useQuery({
    ...queryFor('GET /contribuables/{id}', { params: { id } }),
    // the form edits this version: a refetch must not replace it while the person types
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = record;
  const missing = useMissing([['contribuables', 'Modifier']]);
  return (
    <div className={classes.frame}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, LIST, { label: data?.numKlis ?? '…' }]}
        title="Modification enrôlement"
        subtitle={
          data ? (
            <>
              <span>{data.fullName}</span> <StatusBadge status={data.statut} />
            </>
          ) : null
        }
      />
      <ErrorState failure={failureOf(record)} />
      {record.isPending ? <FormSkeleton /> : null}
      {data && missing ? (
        <MissingRight
          missing={missing}
          action={
            <ButtonLink to={PAGES.fiche} params={{ id: String(data.id) }} variant="default">
              Voir la fiche
            </ButtonLink>
          }
        />
      ) : null}
      {data && !missing && (record.isFetchedAfterMount || !record.isFetching) ? (
        <div key={`${data.id}-${record.dataUpdatedAt}`}>{form(data, () => void record.refetch())}</div>
      ) : null}
    </div>
  );
}
