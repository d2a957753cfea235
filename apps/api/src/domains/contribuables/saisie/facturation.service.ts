/** Bills the present year at once after an enrolment, correction or move. */
import type { Deplacement } from '@octroi/contract';
import { billPlace, type DuesPayments, isClosed } from '#src/domains/fiscalite/index.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Dependencies of the writes of taxpayers besides the database. */
export interface Enrolling {
  /** Adjusts payments when dues change. */
  payments: DuesPayments;
  /** Today, `YYYY-MM-DD`. */
  today: () => string;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));
export const presentYear = ({ today }: Enrolling): number => yearOf(today());

/** The first year whose dues a move may change. */
export const firstYearOf = (enrolling: Enrolling, deplacement: Deplacement): number =>
  Math.min(presentYear(enrolling), deplacement.motif === 'erreur' ? Infinity : yearOf(deplacement.du));

/**
 * Bills taxpayers who moved. If the move dates from an earlier year that is still open, later periods already billed
 * get the price of the new place; periods not billed stay so.
 */
export async function billMoved(
  trx: OpenTransaction,
  enrolling: Enrolling,
  entiteId: number,
  { ramification, ids }: { ramification: number; ids: readonly number[] },
  deplacement: Deplacement,
): Promise<void> {
  const depuis = deplacement.motif === 'erreur' ? undefined : deplacement.du;
  if (depuis !== undefined) await billPast(trx, enrolling, entiteId, { ramification, ids }, depuis);
  await billAtOnce(trx, enrolling, entiteId, new Map([[ramification, ids]]), depuis);
}

/** Reprices what is billed for periods of earlier, open years that begin on a day or later. */
export async function billPast(
  trx: OpenTransaction,
  enrolling: Enrolling,
  entiteId: number,
  { ramification, ids }: { ramification: number; ids: readonly number[] },
  depuis: string,
): Promise<void> {
  for (let annee = yearOf(depuis); annee < presentYear(enrolling); annee++)
    if (!(await isClosed(trx, entiteId, annee)))
      await billPlace(
        trx,
        enrolling.payments,
        { entiteId, annee, ramificationId: ramification, contribuables: ids, depuis },
        { creer: false },
      );
}

/**
 * Bills taxpayers for the present year, at their present and former places. A closed year is left unchanged.
 * @param places sub-entities of one collectivité with the taxpayers who are there now
 * @param depuis only periods that begin on this day or later
 */
export async function billAtOnce(
  trx: OpenTransaction,
  enrolling: Enrolling,
  entiteId: number,
  places: ReadonlyMap<number, readonly number[]>,
  depuis?: string,
): Promise<void> {
  const annee = presentYear(enrolling);
  if (await isClosed(trx, entiteId, annee)) return;
  for (const ramificationId of [...places.keys()].toSorted((a, b) => a - b))
    await billPlace(trx, enrolling.payments, {
      entiteId,
      annee,
      ramificationId,
      contribuables: places.get(ramificationId),
      depuis,
    });
}
