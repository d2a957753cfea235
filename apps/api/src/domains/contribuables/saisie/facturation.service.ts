/** What is due for the present year follows at once what was enrolled, corrected or moved. */
import { billPlace, type DuesPayments, isClosed } from '#src/domains/fiscalite/index.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** What the writes of taxpayers need beside the database. */
export interface Enrolling {
  /** What payments do when dues change. */
  payments: DuesPayments;
  /** The present day, `YYYY-MM-DD`. */
  today: () => string;
}

export const presentYear = ({ today }: Enrolling): number => Number(today().slice(0, 4));

/**
 * Bills taxpayers where they are, for the present year; a closed year is left as it is.
 * @param places sub-entities of one collectivité with the taxpayers to bill there
 */
export async function billAtOnce(
  queries: Queries,
  enrolling: Enrolling,
  entiteId: number,
  places: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const annee = presentYear(enrolling);
  if (await isClosed(queries, entiteId, annee)) return;
  for (const ramificationId of [...places.keys()].toSorted((a, b) => a - b))
    await billPlace(queries, enrolling.payments, {
      entiteId,
      annee,
      ramificationId,
      contribuables: places.get(ramificationId),
    });
}
