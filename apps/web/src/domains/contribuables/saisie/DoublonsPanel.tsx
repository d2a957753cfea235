import { PAGES } from '@octroi/contract/pages';
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Doublon, RAISONS_DOUBLON } from '@octroi/contract/contribuables/saisie/doublons';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { readPosition } from '#src/ui/map/position.ts';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { placeText } from '../columns.ts';
import type { FicheText } from './values.ts';
import classes from './Saisie.module.css';

/** Searches likely duplicates of the taxpayer being entered, while it is typed. */
export function useDoublons(fiche: FicheText, sauf: number | undefined) {
  const position = readPosition(fiche.position);
  const request = {
    ramification: fiche.ramification,
    entite: fiche.entite,
    nom: fiche.nom.trim(),
    prenom: fiche.prenom.trim(),
    raisonSociale: fiche.type === 'Personne morale' ? fiche.raisonSociale.trim() : '',
    telephone: fiche.telephone.trim(),
    numeroPieceIdentite: fiche.numeroPieceIdentite.trim(),
    ...position,
    ...(sauf === undefined ? {} : { sauf }),
  };
  // compared as text: retyping the same values sends no new request
  const [text] = useDebouncedValue(JSON.stringify(request), 400);
  const debouncedRequest = JSON.parse(text) as typeof request;
  return useQuery({
    ...queryFor('POST /contribuables/doublons', { body: debouncedRequest }),
    enabled: isSearchable(debouncedRequest),
    staleTime: 30_000,
    select: ({ data }) => data,
  });
}

/** Whether enough is typed to search for duplicates. */
const isSearchable = ({
  nom,
  raisonSociale,
  telephone,
  numeroPieceIdentite,
}: Record<'nom' | 'raisonSociale' | 'telephone' | 'numeroPieceIdentite', string>): boolean =>
  nom.length > 2 ||
  raisonSociale.length > 2 ||
  telephone.replaceAll(/\D/g, '').length >= 8 ||
  numeroPieceIdentite.length > 3;

/** A warning with the likely duplicates; it does not block saving. */
export function DoublonsPanel({ search }: { search: UseQueryResult<readonly Doublon[]> }) {
  const [doublons, failure] = [search.data, failureOf(search)];
  if (failure)
    return (
      <UnreadNote failure={failure}>Les contribuables semblables n’ont pas pu être cherchés.</UnreadNote>
    );
  if (!doublons || doublons.length === 0) return null;
  return (
    <Alert
      className={classes.wide ?? ''}
      color="yellow"
      role="status"
      title={
        doublons.length === 1
          ? 'Un contribuable ressemble à celui-ci'
          : 'Des contribuables ressemblent à celui-ci'
      }
    >
      Vérifiez qu’il n’est pas déjà enrôlé.
      <ul className={classes.doubles}>
        {doublons.map(({ id, numKlis, fullName, telephone, statut, ramification, raisons, distance }) => (
          <li key={id}>
            <Link to={PAGES.fiche} params={{ id: String(id) }} target="_blank">
              {fullName} ({numKlis})
            </Link>
            <StatusBadge status={statut} />
            <span>{raisons.map((raison) => RAISONS_DOUBLON[raison]).join(', ')}</span>
            <small>
              {[
                placeText(ramification),
                telephone,
                distance === null ? null : `à ${formatNumber(distance)} m`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
