/** Removes several records one by one, so that one that must stay does not prevent the others. */
import type { Suppression } from '@octroi/contract';
import { EnAttente } from '#src/platform/approbation/en-attente.ts';
import { AppError, type FieldError, toAppError } from '#src/platform/http/problem.ts';

interface Refusal {
  id: number;
  message: string;
  /** Records that refer to it, one entry per kind. */
  errors?: FieldError[];
}

/**
 * Removes each record that can be removed, and returns why the others stay.
 * @throws internal errors
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
      const refusal = error instanceof EnAttente ? error : toAppError(error);
      if (!refusal) throw error;
      const errors = refusal instanceof AppError ? refusal.errors : undefined;
      refusals.push({ id, message: refusal.message, ...(errors?.length ? { errors } : {}) });
    }
  }
  return refusals;
}

/** The ids of a bulk act; called after its author's right is checked. */
export type TargetsOf = () => Promise<readonly number[]>;

/** Removes each target that can be removed, and returns the results. */
export async function removeAll(
  targets: TargetsOf,
  remove: (id: number) => Promise<void>,
): Promise<Suppression> {
  const ids = await targets();
  const refuses = await removeEach(ids, remove);
  return { total: ids.length, supprimes: ids.length - refuses.length, refuses };
}
