/** Removal of many records: each on its own, so that one that must stay keeps no other. */
import type { Suppression } from '@octroi/contract';
import { EnAttente } from '#src/platform/approbation/en-attente.ts';
import { AppError, type FieldError, toAppError } from '#src/platform/http/problem.ts';

interface Refusal {
  id: number;
  message: string;
  /** What hangs on it, one entry a kind. */
  errors?: FieldError[];
}

/**
 * Removes what can be removed, one by one, and says why the others stay.
 * @throws what is not meant for a person
 */
export async function removeEach(
  ids: readonly number[],
  remove: (id: number) => Promise<void>,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const id of ids) {
    try {
      await remove(id);
    } catch (error) {
      const known = error instanceof EnAttente ? error : toAppError(error);
      if (!known) throw error;
      const errors = known instanceof AppError ? known.errors : undefined;
      refusals.push({ id, message: known.message, ...(errors?.length ? { errors } : {}) });
    }
  }
  return refusals;
}

/** The ids that a bulk act is for; read once its author is known to have the right. */
export type TargetsOf = () => Promise<readonly number[]>;

/** Removes what can be removed of the targets, and says what became of each. */
export async function removeAll(
  targets: TargetsOf,
  remove: (id: number) => Promise<void>,
): Promise<Suppression> {
  const ids = await targets();
  const refuses = await removeEach(ids, remove);
  return { total: ids.length, supprimes: ids.length - refuses.length, refuses };
}
