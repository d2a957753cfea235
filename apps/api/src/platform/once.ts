/** Creations that a client repeats with the same `Idempotency-Key` because it lost the reply. */
import { isDeepStrictEqual } from 'node:util';
import type { OpenTransaction } from './database/database.ts';
import { AppError } from './http/problem.ts';

/** As it is stored: two people may choose the same key. */
export const keyOf = (person: { id: number }, key: string | undefined): string | null =>
  key === undefined ? null : `${person.id}:${key}`;

interface Creation<Content extends object> {
  /** As `keyOf` writes it; null: the call is not repeated. */
  cle: string | null;
  content: Content;
  /** What was created with the key: its content and its id. */
  find: (cle: string) => Promise<(Content & { id: number }) | undefined>;
  create: () => Promise<number>;
}

/**
 * Creates a record, or finds the one that was created with the same key. The calls of a person with a key wait for each
 * other, so that two at the same time create one record.
 * @throws AppError 409 if the key was used for another content
 */
export async function once<Content extends object>(
  trx: OpenTransaction,
  person: { id: number },
  { cle, content, find, create }: Creation<Content>,
): Promise<{ id: number; isNew: boolean }> {
  if (cle !== null) {
    await trx.selectFrom('utilisateur').select('id').where('id', '=', person.id).forNoKeyUpdate().execute();
    const before = await find(cle);
    if (before && !isDeepStrictEqual(before, { ...content, id: before.id }))
      throw new AppError(
        'conflit.doublon',
        'Cette clé a déjà servi à une autre demande : une nouvelle demande prend une nouvelle clé.',
      );
    if (before) return { id: before.id, isNew: false };
  }
  return { id: await create(), isNew: true };
}
