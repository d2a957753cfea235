/** Who may be the taxpayer that is being entered. */
import type { Doublon, DoublonsBody } from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { findDoublons } from './doublons.repository.ts';

/** @throws AppError 400 where the place is out of sight */
export async function doublonsOf(db: Database, person: Person, asked: DoublonsBody): Promise<Doublon[]> {
  demand(person, 'contribuables', 'Lister');
  const scope = scopeOf(person);
  const entiteId = await entiteOfPlace(db, scope, asked.ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Cette localisation n'existe pas, ou n'est pas dans votre périmètre.");
  return findDoublons(db, scope, entiteId, asked);
}
