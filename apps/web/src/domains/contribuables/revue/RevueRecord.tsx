import { PAGES } from '@octroi/contract/pages';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Skeleton } from '@mantine/core';
import type { Apercu, ContribuableFiche } from '@octroi/contract/contribuables/fiche/fiche';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '#src/platform/api.ts';
import { queryFor } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { MapView } from '#src/ui/map/index.ts';
import { CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { placeText } from '../columns.ts';
import { apercuQuery } from '../fiche/queries.ts';
import { PhotoRow } from '../photos/PhotosCard.tsx';
import { Bases } from './Bases.tsx';
import { Doubles, doublesQuery } from './Doubles.tsx';
import { neighbour } from './queue.ts';
import { RevueActs } from './RevueActs.tsx';
import type { Review } from './use-review.ts';
import classes from './Revue.module.css';

/** Records that remain before the next ones are loaded. */
const AHEAD = 5;
const MAP_HEIGHT = 180;

const ficheQuery = (id: number) => queryFor('GET /contribuables/{id}', { params: { id: String(id) } });
const individuelQuery = (id: number) => queryFor('GET /contribuables/{id}/individuel', { params: { id } });

interface RevueRecordProps {
  id: number;
  review: Review;
}

/** Loads what the next record shows, so that it comes at once. */
function usePrefetchNext({ queue, more }: Review, id: number): void {
  const client = useQueryClient();
  const next = queue && neighbour(queue, id, 1);
  useEffect(() => {
    if (next === undefined) return;
    void client.prefetchQuery(apercuQuery(next));
    void client.prefetchQuery(individuelQuery(next));
    void client.prefetchQuery(ficheQuery(next)).then(() => {
      const row = client.getQueryData(ficheQuery(next).queryKey);
      return row && client.prefetchQuery(doublesQuery(row));
    });
  }, [client, next]);
  const loadMore = useEffectEvent(() => {
    if (queue && queue.ids.length - queue.ids.indexOf(id) <= AHEAD) void more(queue);
  });
  useEffect(() => loadMore(), [id]);
}

/** One enrolment to validate, with all that decides. */
export function RevueRecord({ id, review }: RevueRecordProps) {
  const read = useQuery({ ...ficheQuery(id), staleTime: 0 });
  const [row, failure] = [read.data, failureOf(read)];
  usePrefetchNext(review, id);
  const outcome = review.queue?.outcomes[id];
  const passOver = useEffectEvent((reason: string) => void review.passOver(id, reason));
  const isGone = failure?.error instanceof ApiError && failure.error.status === 404;
  const validatedElsewhere =
    row?.statut === 'Validé' && outcome === undefined && !review.busy
      ? `${row.fullName} est déjà validé${row.validatedBy ? `, par ${row.validatedBy.fullName}` : ''}.`
      : undefined;
  useEffect(() => {
    if (validatedElsewhere !== undefined) passOver(validatedElsewhere);
  }, [validatedElsewhere]);
  useEffect(() => {
    if (isGone) passOver('Cet enrôlement n’existe plus, ou n’est plus dans votre périmètre.');
  }, [isGone]);
  if (failure && !isGone) return <ErrorState failure={failure} />;
  if (!row || validatedElsewhere !== undefined)
    return <Skeleton height={480} radius={10} role="status" aria-label="Chargement de l’enrôlement" />;
  return <Record row={row} review={review} />;
}

function Record({ row, review }: { row: ContribuableFiche; review: Review }) {
  const { id } = row;
  const apercu = useQuery(apercuQuery(id));
  const sheet = useQuery(individuelQuery(id));
  const doubles = useQuery(doublesQuery(row));
  const heading = useRef<HTMLHeadingElement>(null);
  // after an act the next record is announced; the first one leaves the focus to the page's title
  const announce = useEffectEvent(() => {
    if (review.hasMoved()) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => announce(), []);
  return (
    <>
      <ErrorState failure={failureOf(apercu, sheet, doubles)} />
      <div className={classes.columns}>
        <div className={classes.card}>
          {failureOf(apercu) ? null : <Photos row={row} apercu={apercu.data} />}
          <Place row={row} apercu={apercu.data} />
        </div>
        <section className={classes.card} aria-labelledby="revue-nom">
          <div className={classes.name}>
            <h2 id="revue-nom" ref={heading} tabIndex={-1}>
              {row.fullName}
            </h2>
            <StatusBadge status={row.statut} />
            <p>
              <Link to={PAGES.fiche} params={{ id: String(id) }} target="_blank">
                {row.numKlis}
              </Link>{' '}
              ·{' '}
              {[row.type.toLowerCase(), row.age === null ? null : `${row.age} ans`]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
          <Identity row={row} apercu={apercu.data} />
          {sheet.data ? (
            <Bases sheet={sheet.data} apercu={apercu.data} />
          ) : failureOf(sheet) ? null : (
            <Skeleton height={120} w="auto" m="md" />
          )}
        </section>
        <div className={classes.card}>
          <Doubles row={row} doubles={doubles.data?.data} failed={failureOf(doubles) !== undefined} />
          <ToCheck row={row} apercu={apercu.data} doubles={doubles.data?.data.length} />
        </div>
      </div>
      <RevueActs row={row} review={review} />
    </>
  );
}

function Identity({ row, apercu }: { row: ContribuableFiche; apercu: Apercu | undefined }) {
  const { timeZone } = useSession();
  const by = (agent: ContribuableFiche['correctedBy'], instant: string | null): string | null => {
    if (!agent || !instant) return null;
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${agent.fullName}, le ${jour} à ${heure.slice(0, 5)}`;
  };
  return (
    <div className={classes.identity}>
      <Facts
        facts={[
          ['Localisation', apercu?.chemin.map(({ nom }) => nom).join(' › ') ?? placeText(row.ramification)],
          ['Adresse', row.adresse],
          ['Téléphone', row.telephone],
          ['Pièce d’identité', [row.typePieceIdentite, row.numeroPieceIdentite].filter(Boolean).join(' ')],
          ['NIF', row.nif],
          ['Enrôlé par', by(row.createdBy, row.createdAt)],
          ['Corrigé par', by(row.correctedBy, row.correctedAt)],
        ]}
      />
    </div>
  );
}

function Photos({ row, apercu }: { row: ContribuableFiche; apercu: Apercu | undefined }): ReactNode {
  if (!apercu) return <Skeleton height={240} w="auto" m="md" />;
  if (apercu.photos.length === 0) return <CardNote>Aucune photo n’a été prise.</CardNote>;
  return <PhotoRow photos={apercu.photos} subject={row.fullName} />;
}

function Place({ row, apercu }: { row: ContribuableFiche; apercu: Apercu | undefined }) {
  const points = useMemo(
    () => (apercu?.points ?? []).map(({ nom, ...point }) => ({ ...point, label: nom })),
    [apercu],
  );
  if (!apercu) return null;
  if (points.length === 0) return <CardNote>Aucune position n’a été relevée.</CardNote>;
  return (
    <div className={classes.map}>
      <MapView label={`Points d’enrôlement de ${row.fullName}`} points={points} height={MAP_HEIGHT} />
    </div>
  );
}

interface ToCheckProps {
  row: ContribuableFiche;
  apercu: Apercu | undefined;
  doubles: number | undefined;
}

/** What is missing in the record, before it is validated. */
function ToCheck({ row, apercu, doubles = 0 }: ToCheckProps) {
  if (!apercu) return null;
  const missing = [
    row.lignes.length === 0 ? 'Aucune base taxable : rien ne lui sera réclamé.' : null,
    row.situation.total === 0 && row.lignes.length > 0 ? 'Rien n’est dû cette année.' : null,
    apercu.points.length === 0 ? 'Aucune position.' : null,
    apercu.photos.length === 0 ? 'Aucune photo.' : null,
    row.telephone ? null : 'Aucun téléphone.',
    doubles > 0 ? 'Un double est probable.' : null,
  ].filter((text) => text !== null);
  return (
    <section className={classes.check} aria-label="À vérifier">
      <h3>À vérifier</h3>
      {missing.length === 0 ? (
        <p>Bases, position, photo et téléphone sont là.</p>
      ) : (
        <ul>
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
