import { type ReactNode, useMemo } from 'react';
import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { formatInstant } from '@octroi/contract/period';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '#src/app/api.ts';
import { useSession } from '#src/app/session.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { MapView } from '#src/ui/map/index.ts';
import { PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { placeText } from './columns.ts';
import { Portrait } from './Portrait.tsx';
import { SituationCards } from './SituationCards.tsx';
import classes from './Contribuable.module.css';

const LIST = { label: 'Contribuables', to: '/contribuables' };

/** The record of a taxpayer (specification 2 section 2.5). */
export function ContribuableScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery<ContribuableRow>({
    queryKey: ['contribuables', 'fiche', id],
    queryFn: ({ signal }) => api.get<ContribuableRow>(`contribuables/${id}`, { signal }),
  });
  if (error)
    return (
      <>
        <PageHeader breadcrumb={[TABLEAU_DE_BORD, LIST]} title="Fiche contribuable" />
        <section className={classes.card}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </section>
      </>
    );
  return data ? <Record row={data} /> : <RecordSkeleton />;
}

function Record({ row }: { row: ContribuableRow }) {
  const { ramification, statut, bases } = row;
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, LIST, { label: row.numKlis }]}
        title={row.fullName}
        media={<Portrait row={row} />}
        subtitle={
          <>
            <span>
              {ramification.entite.nom} · {placeText(ramification)} › {row.numKlis}
            </span>
            <StatusBadge status={statut} />
          </>
        }
      />
      <SituationCards situation={row.situation} />
      <div className={classes.columns}>
        <section className={classes.card} aria-labelledby="infos">
          <h2 id="infos">Informations</h2>
          <Facts row={row} />
        </section>
        <section className={classes.card} aria-labelledby="bases">
          <h2 id="bases">Bases taxables</h2>
          {bases.length === 0 ? (
            <p className={classes.none}>Aucune base taxable n’est enrôlée.</p>
          ) : (
            <ul className={classes.bases}>
              {bases.map((base, index) => (
                // Two lines may be alike: their place tells them apart.
                <li key={index}>{base}</li>
              ))}
            </ul>
          )}
        </section>
        <Place row={row} />
      </div>
    </>
  );
}

/** Where the taxpayer was enrolled, on the map. */
function Place({ row: { id, fullName, latitude, longitude } }: { row: ContribuableRow }) {
  const points = useMemo(
    () => (latitude === null || longitude === null ? [] : [{ id, latitude, longitude, label: fullName }]),
    [id, latitude, longitude, fullName],
  );
  if (points.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="carte">
      <h2 id="carte">Point d’enrôlement</h2>
      <div className={classes.map}>
        <MapView label={`Point d’enrôlement de ${fullName}`} points={points} />
      </div>
    </section>
  );
}

function Facts({ row }: { row: ContribuableRow }) {
  const { timeZone } = useSession();
  const when = (instant: string | null): ReactNode => {
    if (!instant) return null;
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${jour} à ${heure}`;
  };
  const by = (instant: string | null, agent: ContribuableRow['correctedBy']): ReactNode =>
    instant && (
      <>
        {when(instant)}
        {agent ? `, par ${agent.fullName}` : null}
      </>
    );
  const facts: [string, ReactNode][] = [
    ['Numéro', row.numKlis],
    ['Nom complet', row.fullName],
    ['Type', row.type],
    ['Raison sociale', row.raisonSociale],
    ['NIF', row.nif],
    ['Téléphone', row.telephone],
    ['Adresse', row.adresse],
    ['Localisation', placeText(row.ramification)],
    ['Bétail', row.nbreBetail === null ? null : `${row.nbreBetail} têtes`],
    ["Date d'enrôlement", by(row.createdAt, row.createdBy)],
    ['Correction', by(row.correctedAt, row.correctedBy)],
    ['Validation', by(row.validatedAt, row.validatedBy)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
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
