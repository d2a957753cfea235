import './mise-en-service.css';
import { NativeSelect } from '@mantine/core';
import { type Etape, ETAPES } from '@octroi/contract/mise-en-service/etapes';
import type { Point } from '@octroi/contract/mise-en-service/etat';
import { SCREENS } from '@octroi/contract/register';
import { isSuperAdmin } from '@octroi/contract/rights';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useChosenPlace, useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { ADMINISTRATION, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { type Stage, Steps } from '#src/ui/form/Steps.tsx';
import { PointsCard } from './PointsCard.tsx';
import { StepCard } from './StepCard.tsx';
import { useEtat } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const { nom: TITLE, url } = SCREENS['mise-en-service'];
const route = getRouteApi(`/shell${url}`);
const STEPS = Object.keys(ETAPES) as Etape[];
/** Collectivités in the select. */
const MAX_COLLECTIVITES = 500;

/** The set-up steps of a collectivité, and what it lacks; a new one has only its first step. */
export function MiseEnServiceScreen() {
  const { entite: addressEntite, etape } = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useSession();
  const { chosenPlace } = useChosenPlace();
  const entites = useQuery(queryFor('GET /entites', { query: { itemperpage: MAX_COLLECTIVITES } }));
  const options = entites.data?.data.map(({ id, nom }) => ({ id, nom: String(nom) })) ?? [];
  const isNew =
    addressEntite === undefined && (etape === 'commune' || (entites.data && options.length === 0));
  const chosen = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const entite = isNew ? undefined : (addressEntite ?? chosen ?? options[0]?.id);
  const title = isNew ? 'Nouvelle commune' : TITLE;
  const mayCreate = isSuperAdmin(user);
  return (
    <div className={classes.frame}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, ADMINISTRATION, { label: TITLE }]}
        title={title}
        actions={
          mayCreate && !isNew ? (
            <ButtonLink to={url} search={{ etape: 'commune' }} leftSection={<IconPlus size={16} />}>
              Nouvelle commune
            </ButtonLink>
          ) : null
        }
      />
      <ErrorState failure={failureOf(entites)} />
      {entites.isPending ? <ListSkeleton rows={5} columns={2} /> : null}
      {options.length > 1 && entite !== undefined ? (
        <NativeSelect
          className={classes.entite}
          label="Collectivité"
          data={options.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={String(entite)}
          onChange={({ currentTarget }) =>
            void navigate({ search: { entite: Number(currentTarget.value), etape } })
          }
        />
      ) : null}
      {isNew && !mayCreate ? (
        <EmptyState
          title="Rien encore"
          text="Aucune collectivité ne vous est confiée. Un Super Admin les crée."
        />
      ) : isNew || entite !== undefined ? (
        <Assistant key={entite ?? 'nouvelle'} entite={entite} etape={isNew ? 'commune' : etape} />
      ) : null}
    </div>
  );
}

/** Whether a step has data and no missing point. */
function isDone(points: readonly Point[] | undefined, step: Etape): boolean {
  const stepPoints = points?.filter(({ etape }) => etape === step) ?? [];
  return stepPoints.some(({ etat }) => etat === 'fait') && stepPoints.every(({ etat }) => etat !== 'manque');
}

function Assistant({ entite, etape }: { entite: number | undefined; etape: Etape | undefined }) {
  const { exercice } = useExercice();
  const etat = useEtat(entite, exercice);
  const [data, failure] = [etat.data, failureOf(etat)];
  if (failure) return <ErrorState failure={failure} />;
  const currentStep = entite === undefined ? 'commune' : etape;
  return (
    <>
      <nav aria-label="Étapes">
        <Steps stages={STEPS.map((step) => stageOf(step, entite, currentStep, isDone(data?.points, step)))} />
      </nav>
      <div className={classes.columns} data-step={etape !== undefined || undefined}>
        {etape && (entite === undefined || data) ? (
          // remounted per step, except between taxes and rates, which share the selection
          <StepCard
            key={etape === 'tarifs' ? 'taxes' : etape}
            etape={etape}
            entite={data?.entite}
            annee={data?.annee}
          />
        ) : null}
        {entite === undefined ? null : data ? (
          <PointsCard etat={data} />
        ) : (
          <ListSkeleton rows={6} columns={2} />
        )}
      </div>
    </>
  );
}

/** A step as a link, once there is a collectivité. */
const stageOf = (
  step: Etape,
  entite: number | undefined,
  currentStep: Etape | undefined,
  done: boolean,
): Stage => ({
  name: ETAPES[step],
  done,
  isCurrent: step === currentStep,
  link:
    entite === undefined
      ? undefined
      : (shown) => (
          <Link
            to={url}
            search={{ entite, etape: step }}
            aria-label={`${ETAPES[step]}${done ? ', fait' : ''}`}
          >
            {shown}
          </Link>
        ),
});
