/** Who may be the taxpayer that is being entered. */
import { type Doublon, type DoublonsBody, RAISONS_DOUBLON } from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { findDoublons } from './doublons.repository.ts';

/** @throws AppError 400 where the place is out of sight */
export async function doublonsOf(queries: Queries, person: Person, asked: DoublonsBody): Promise<Doublon[]> {
  demand(person, 'contribuables', 'Lister');
  return likeliest(queries, person, asked);
}

/**
 * Refuses who resembles a known taxpayer that the person sees, unless it is the enrolment that was sent before.
 * @throws AppError 409 `conflit.semblable` that names the likeliest
 */
export async function refuseDoublons(queries: Queries, person: Person, asked: DoublonsBody): Promise<void> {
  const known = await likeliest(queries, person, asked);
  if (known.length === 0) return;
  throw new AppError(
    'conflit.semblable',
    known.length === 1
      ? 'Un contribuable ressemble à celui-ci.'
      : 'Des contribuables ressemblent à celui-ci.',
    known.map(({ id, numKlis, fullName, raisons }) => ({
      field: `contribuables/${id}`,
      message: `${fullName} (${numKlis}) : ${raisons.map((raison) => RAISONS_DOUBLON[raison].toLowerCase()).join(', ')}`,
    })),
  );
}

async function likeliest(queries: Queries, person: Person, asked: DoublonsBody): Promise<Doublon[]> {
  const scope = scopeOf(person);
  if (!asked.ramification) return findDoublons(queries, scope, asked.entite ?? undefined, asked);
  const entiteId = await entiteOfPlace(queries, scope, asked.ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Cette localisation n'existe pas, ou n'est pas dans votre périmètre.");
  return findDoublons(queries, scope, entiteId, asked);
}
