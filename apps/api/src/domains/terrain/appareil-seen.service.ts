/** Devices that a person sees. */
import type { AppareilRow } from '@octroi/contract';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import {
  holdAppareil,
  isAppareil,
  readAppareils,
  type StoredAppareil,
  visibleAppareils,
} from './appareils.repository.ts';

/** @throws AppError 404 */
export async function readAppareil(queries: Queries, scope: Scope, id: number): Promise<AppareilRow> {
  const [row] = await readAppareils(queries, [visibleAppareils(scope), isAppareil(id)]);
  if (!row) throw notFound();
  return row;
}

/** Holds a device that the person sees. @throws AppError 404 */
export async function holdSeen(trx: Queries, person: Person, id: number): Promise<StoredAppareil> {
  await readAppareil(trx, scopeOf(person), id);
  return (await holdAppareil(trx, id)) as StoredAppareil;
}
