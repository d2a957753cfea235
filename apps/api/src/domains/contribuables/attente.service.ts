/** The enrolments that wait for a validation, for the menu. */
import { type AttenteCount, sumEnrolled } from '#src/domains/pilotage/index.ts';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** From stored totals. */
export const countToValidate =
  (queries: Queries): AttenteCount =>
  async (person, { entite, ramification }) => {
    const { total, valide } = await sumEnrolled(queries, scopeOf(person), {
      entite: entite === undefined ? undefined : [entite],
      ms: ramification === undefined ? undefined : [ramification],
    });
    return total - valide;
  };
