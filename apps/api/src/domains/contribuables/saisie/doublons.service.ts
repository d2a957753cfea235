/** Warns about taxpayers who may be the person being enrolled. */
import { type Doublon, type DoublonsBody, RAISONS_DOUBLON } from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { findDoublons } from './doublons.repository.ts';

/** @throws AppError 400 if the place is outside the person's scope */
export async function doublonsOf(queries: Queries, person: Person, body: DoublonsBody): Promise<Doublon[]> {
  demand(person, 'contribuables', 'Lister');
  return likeliest(queries, person, body);
}

/**
 * Refuses an enrolment that resembles a taxpayer within the person's scope.
 * @throws AppError 409 `conflit.semblable`, which names the likeliest
 */
export async function refuseDoublons(queries: Queries, person: Person, body: DoublonsBody): Promise<void> {
  const doublons = await likeliest(queries, person, body);
  if (doublons.length === 0) return;
  throw new AppError(
    'conflit.semblable',
    doublons.length === 1
      ? 'Un contribuable ressemble à celui-ci.'
      : 'Des contribuables ressemblent à celui-ci.',
    doublons.map(({ id, numKlis, fullName, raisons }) => ({
      field: `contribuables/${id}`,
      message: `${fullName} (${numKlis}) : ${raisons.map((raison) => RAISONS_DOUBLON[raison].toLowerCase()).join(', ')}`,
    })),
  );
}

async function likeliest(queries: Queries, person: Person, body: DoublonsBody): Promise<Doublon[]> {
  const scope = scopeOf(person);
  if (!body.ramification) return findDoublons(queries, scope, body.entite ?? undefined, body);
  const entiteId = await entiteOfPlace(queries, scope, body.ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Cette localisation n'existe pas, ou n'est pas dans votre périmètre.");
  return findDoublons(queries, scope, entiteId, body);
}
