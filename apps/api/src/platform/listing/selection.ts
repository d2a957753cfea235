/** What a bulk act is done to: some ids, or all rows of a list but some, remembered by a token. */
import { randomBytes } from 'node:crypto';
import {
  formatNumber,
  type ListQuery,
  listQuerySchema,
  type SelectionBody,
  type Targets,
} from '@octroi/contract';
import { noteRights, stillHas } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { findSelection, insertSelection, type StoredSelection } from './selection.repository.ts';

/** More rows than this are narrowed by a filter first. */
export const MAX_SELECTION = 100_000;

/** Finds the keys behind a list's query, in the person's scope: one more than `MAX_SELECTION` at most. */
export type KeysOf = (person: Person, query: ListQuery, except: readonly number[]) => Promise<number[]>;
/** By resource path: filled by each list that can be acted upon in bulk. */
export type Selectables = Map<string, KeysOf>;

/** A query string as routes receive it: repeated keys become lists. */
export function readQuery(text: string): ListQuery {
  const flat: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const known = flat[key];
    flat[key] = known === undefined ? value : [known, value].flat();
  }
  const parsed = listQuerySchema.safeParse(flat);
  if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
  return parsed.data;
}

/** @throws AppError 400 where there are more rows than a bulk act takes: none is left out in silence */
function bounded(ids: number[]): number[] {
  if (ids.length > MAX_SELECTION)
    throw invalid('query', `La sélection dépasse ${formatNumber(MAX_SELECTION)} lignes. Ajoutez un filtre.`);
  return ids;
}

export async function saveSelection(
  db: Database,
  selectables: Selectables,
  person: Person,
  { resource, query, except }: SelectionBody,
): Promise<{ token: string; count: number }> {
  const keysOf = selectables.get(resource);
  if (!keysOf) throw invalid('resource', `La liste « ${resource} » n'a pas d'action en masse.`);
  const noted = noteRights(person);
  const { length: count } = bounded(await keysOf(noted.person, readQuery(query), except));
  const token = randomBytes(18).toString('base64url');
  const faitAvec = noted.madeWith();
  await db
    .transaction()
    .execute((trx) =>
      insertSelection(trx, token, person.id, { resource, query, except_ids: except, count, faitAvec }),
    );
  return { token, count };
}

/**
 * @throws AppError 400 where the token is not this list's, this person's or alive, 404 where the person no longer sees all
 *   that it was made of
 */
export async function findStoredSelection(
  db: Database,
  person: Person,
  lists: string | readonly string[],
  token: string,
): Promise<StoredSelection> {
  const selection = await findSelection(db, token, person.id);
  if (!selection || ![lists].flat().includes(selection.resource))
    throw new AppError('requete.invalide', 'Cette sélection a expiré. Sélectionnez à nouveau les lignes.');
  if (!(await stillHas(db, person, selection.faitAvec)))
    throw new AppError(
      'introuvable',
      'Vous ne voyez plus toutes les lignes de cette sélection. Sélectionnez-les à nouveau.',
    );
  return selection;
}

/** The ids that a bulk act is for. @param lists those whose rows it is done to @throws AppError 400 where the token is not this list's, this person's or alive */
export async function resolveTargets(
  db: Database,
  selectables: Selectables,
  person: Person,
  lists: string | readonly string[],
  targets: Targets,
): Promise<number[]> {
  if ('ids' in targets) return [...new Set(targets.ids)];
  const selection = await findStoredSelection(db, person, lists, targets.selection);
  const keysOf = selectables.get(selection.resource);
  if (!keysOf) throw invalid('resource', `La liste « ${selection.resource} » n'a pas d'action en masse.`);
  return bounded(await keysOf(person, readQuery(selection.query), selection.except_ids));
}
