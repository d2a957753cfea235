import { RESOURCES, SCREENS } from '@octroi/contract/register';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Button, Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useSearchAs } from '#src/platform/address.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { lastList, useRememberList } from '#src/ui/list/last-list.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { readRevueSearch } from '../search.ts';
import { countOf, firstWaiting, type Queue } from './queue.ts';
import { RevueRecord } from './RevueRecord.tsx';
import { useReview } from './use-review.ts';
import classes from './Revue.module.css';

const LIST = SCREENS.enrollements.url;

/** Enrolments to be validated, one after another, within the filters of their list. */
export function RevueScreen() {
  const missing = useMissing([
    ['contribuables', 'Lister'],
    ['contribuables', 'Voir'],
    ['enrollements', 'Valider'],
  ]);
  useRememberList();
  if (!missing) return <Review />;
  return (
    <>
      <Header />
      <MissingRight
        missing={missing}
        action={<ButtonLink {...lastList(LIST)}>Revenir aux enrôlements</ButtonLink>}
      />
    </>
  );
}

const Header = ({ queue, at }: { queue?: Queue; at?: number | undefined }) => (
  <PageHeader
    breadcrumb={[
      TABLEAU_DE_BORD,
      { label: RESOURCES.enrollements.many, ...lastList(LIST) },
      { label: SCREENS.revue.nom },
    ]}
    title={SCREENS.revue.nom}
    actions={
      <>
        {queue && at !== undefined ? <Place queue={queue} at={at} /> : null}
        <ButtonLink {...lastList(LIST)} variant="default" leftSection={<IconX size={16} aria-hidden />}>
          Quitter
        </ButtonLink>
      </>
    }
  />
);

/** `12 / 238`, and what is done. */
function Place({ queue, at }: { queue: Queue; at: number }) {
  const rank = queue.ids.indexOf(at) + 1;
  const done = countOf(queue, 'validé');
  return (
    <div className={classes.place}>
      {done > 0 ? <span>{formatNumber(done)} validé(s)</span> : null}
      <progress value={rank} max={queue.total} aria-hidden />
      <b aria-label={`Enrôlement ${rank} sur ${queue.total}`} role="img">
        {formatNumber(rank)} / {formatNumber(queue.total)}
      </b>
    </div>
  );
}

function Review() {
  const review = useReview();
  const { queue, at, failure } = review;
  const { fin } = useSearchAs(readRevueSearch);
  if (failure)
    return (
      <>
        <Header />
        <ErrorState failure={failure} />
      </>
    );
  return (
    <>
      <Header {...(queue ? { queue, at } : {})} />
      {!queue ? (
        <Skeleton height={480} radius={10} role="status" aria-label="Chargement des enrôlements" />
      ) : fin || at === undefined ? (
        <End queue={queue} />
      ) : (
        <RevueRecord key={at} id={at} review={review} />
      )}
    </>
  );
}

/** Nothing waits, or all that waited has been seen. */
function End({ queue }: { queue: Queue }) {
  const navigate = useNavigate();
  const done = countOf(queue, 'validé');
  const left = firstWaiting(queue);
  const back = <ButtonLink {...lastList(LIST)}>Revenir aux enrôlements</ButtonLink>;
  if (queue.ids.length === 0)
    return (
      <EmptyState
        title="Rien à valider"
        text="Tous les enrôlements de cette liste sont validés. Ceux que les agents feront arriveront ici."
        action={back}
      />
    );
  return (
    <EmptyState
      title="Vous avez tout passé en revue"
      text={`${formatNumber(done)} validé(s) par vous${left === undefined ? '.' : ' ; les autres attendent encore.'}`}
      action={
        <>
          {left === undefined ? null : (
            <Button
              variant="default"
              mr="sm"
              onClick={() =>
                void navigate({
                  to: '.',
                  search: (now) => ({ ...now, fin: undefined, fiche: left }),
                  replace: true,
                })
              }
            >
              Reprendre ceux qui attendent
            </Button>
          )}
          {back}
        </>
      }
    />
  );
}
