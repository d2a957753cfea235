import { type ReactNode, useMemo } from 'react';
import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Apercu } from '@octroi/contract/contribuables/fiche/fiche';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { MapView } from '#src/ui/map/index.ts';
import { placeText } from '../columns.ts';
import { Exonerations } from '../exonerations/Exonerations.tsx';
import { AvisCard } from './AvisCard.tsx';
import { RienAPayer } from './RienAPayer.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { SituationCards } from './SituationCards.tsx';
import { PhotosCard } from '../photos/PhotosCard.tsx';
import { apercuQuery } from './queries.ts';
import classes from './Contribuable.module.css';

/** Identity, taxable bases, balance, position and photos. */
export function ApercuTab({ row }: { row: ContribuableRow }) {
  const read = useQuery(apercuQuery(row.id));
  const [data, failure] = [read.data, failureOf(read)];
  return (
    <>
      <SituationCards id={row.id} situation={row.situation} />
      <div className={classes.columns}>
        <div>
          <Card title="Informations">
            <Informations row={row} apercu={data} />
          </Card>
          <Card title="Points d’enrôlement">
            {data ? <Places apercu={data} name={row.fullName} /> : <Skeleton height={344} />}
          </Card>
        </div>
        <div>
          <Card title="Bases taxables">
            {row.bases.length === 0 ? (
              <CardNote>Aucune base taxable n’est enrôlée.</CardNote>
            ) : (
              <ul className={classes.bases}>
                {row.bases.map((base, index) => (
                  // two bases may have equal texts, so the index is the key
                  <li key={index}>{base}</li>
                ))}
              </ul>
            )}
            <RienAPayer apercu={data} />
          </Card>
          <AvisCard id={row.id} />
          <NotesCard id={row.id} />
          <Exonerations id={row.id} apercu={data} />
          {failure ? <ErrorState failure={failure} /> : <PhotosCard row={row} apercu={data} />}
        </div>
      </div>
    </>
  );
}

function Informations({ row, apercu }: { row: ContribuableRow; apercu: Apercu | undefined }) {
  const { timeZone } = useSession();
  const instantText = (instant: string | null): ReactNode => {
    if (!instant) return null;
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${jour} à ${heure}`;
  };
  const by = (instant: string | null, agent: ContribuableRow['correctedBy']): ReactNode =>
    instant && (
      <>
        {instantText(instant)}
        {agent ? `, par ${agent.fullName}` : null}
      </>
    );
  const { typePieceIdentite, numeroPieceIdentite, age, lieuNaissance, moyenPaiementPrefere, chemin } =
    apercu ?? {};
  return (
    <Facts
      facts={[
        ['Numéro', row.numKlis],
        ['Nom complet', row.fullName],
        ['Type', row.type],
        ['Raison sociale', row.raisonSociale],
        ['NIF', row.nif],
        ['Téléphone', row.telephone],
        ['Adresse', row.adresse],
        ['Localisation', chemin?.map(({ nom }) => nom).join(' › ') ?? placeText(row.ramification)],
        ["Pièce d'identité", [typePieceIdentite, numeroPieceIdentite].filter(Boolean).join(' ')],
        ['Âge', age === null || age === undefined ? null : `${age} ans`],
        ['Lieu de naissance', lieuNaissance],
        ['Moyen de paiement préféré', moyenPaiementPrefere?.nom],
        ['Bétail', row.nbreBetail === null ? null : `${row.nbreBetail} têtes`],
        ["Date d'enrôlement", by(row.createdAt, row.createdBy)],
        ['Correction', by(row.correctedAt, row.correctedBy)],
        ['Validation', by(row.validatedAt, row.validatedBy)],
      ]}
    />
  );
}

function Places({ apercu, name }: { apercu: Apercu; name: string }) {
  const points = useMemo(
    () => apercu.points.map(({ nom, ...point }) => ({ ...point, label: nom })),
    [apercu],
  );
  if (points.length === 0) return <CardNote>Aucune position n’a été relevée.</CardNote>;
  return (
    <div className={classes.map}>
      <MapView label={`Points d’enrôlement de ${name}`} points={points} />
    </div>
  );
}
