/** Devices that a person sees. */
import { type AppareilRow, may } from '@octroi/contract';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { findRow, type ListSource } from '#src/platform/listing/listing.ts';
import { appareilSource } from './appareil-list.repository.ts';
import { holdAppareil, type StoredAppareil, visibleAppareils } from './appareils.repository.ts';

/** Devices as a person may read them. */
export const sourceFor = ({ grants }: Person): ListSource<AppareilRow> =>
  appareilSource(may(grants, 'sessions-caisse', 'Lister'));

/** @throws AppError 404 */
export async function readAppareil(queries: Queries, person: Person, id: number): Promise<AppareilRow> {
  const seen = { conditions: [visibleAppareils(scopeOf(person))] };
  const row = await findRow(queries, sourceFor(person), id, seen);
  if (!row) throw notFound();
  return row;
}

/** Holds a device that the person sees. @throws AppError 404 */
export async function holdSeen(trx: OpenTransaction, person: Person, id: number): Promise<StoredAppareil> {
  await readAppareil(trx, person, id);
  return (await holdAppareil(trx, id)) as StoredAppareil;
}
