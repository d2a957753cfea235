/** The printed individual tax sheet, and statements of unpaid amounts (specification 2 sections 2.9 and 7). */
import { z } from 'zod';
import { idListSchema, withDaysInOrder } from '../pilotage/figures.ts';
import { daySchema, nestedSchema, referenceSchema } from '../platform/http/schemas.ts';

const references = z
  .union([referenceSchema, z.array(referenceSchema).max(5000), idListSchema])
  .transform((value) => (value === undefined ? undefined : [value].flat()))
  .optional();

/**
 * Scope of the statements: taxpayers who owe at a place on a day, for one activity or equipment type. Read from the
 * query, the body, or both.
 */
export const releveImpayeBody = withDaysInOrder(
  z.object({
    /** The file itself, or only the number of statements it would hold. */
    generate: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
    entite: references,
    ramification: references,
    /** Only échéances due from this day on. */
    from: daySchema.optional(),
    /** The reference day; today when absent. */
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
  /** Their debt in francs, without échéances due later. */
  restant: z.int(),
});

/** Enrolments of a period by place, with their expected amounts. */
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
