/** The printed individual tax sheet, statements of what is unpaid (specification 2 sections 2.9 and 7). */
import { z } from 'zod';
import { idListSchema, withDaysInOrder } from '../pilotage/figures.ts';
import { daySchema, nestedSchema, referenceSchema } from '../platform/http/schemas.ts';

const references = z
  .union([referenceSchema, z.array(referenceSchema).max(5000), idListSchema])
  .transform((given) => (given === undefined ? undefined : [given].flat()))
  .optional();

/**
 * Whom statements are for: who owes at a place on a day, for one activity or kind of equipment. Read from the address,
 * from the body, or from both.
 */
export const releveImpayeBody = withDaysInOrder(
  z.object({
    /** The file itself; else how many it would hold. */
    generate: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
    entite: references,
    ramification: references,
    /** Échéances that fell due from this day on alone. */
    from: daySchema.optional(),
    /** The day; today when absent. */
    to: daySchema.optional(),
    activite: referenceSchema.optional(),
    equipement: referenceSchema.optional(),
  }),
).refine((body) => body.activite === undefined || body.equipement === undefined, {
  message: 'Choisissez une activité ou un équipement, pas les deux.',
  path: ['equipement'],
});
export type ReleveImpayeBody = z.infer<typeof releveImpayeBody>;

export const releveImpayeSchema = z.object({
  /** Taxpayers who owe something on the day. */
  contribuables: z.int(),
  /** What they owe, in francs, without what falls due later. */
  restant: z.int(),
});

/** Enrolments of a period by place, with what they are expected to bring. */
export const enrollementReportSchema = z.object({
  data: z.array(
    z.object({
      ramification: nestedSchema.extend({ parent: nestedSchema.nullable() }),
      total: z.int(),
      corrige: z.int(),
      valide: z.int(),
      prevu: z.int(),
      paye: z.int(),
      restant: z.int(),
    }),
  ),
  meta: z.object({ total_records: z.int() }),
});
export type EnrollementReport = z.infer<typeof enrollementReportSchema>;
