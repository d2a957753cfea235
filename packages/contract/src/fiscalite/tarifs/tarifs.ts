/** What each equipment type and activity costs at a place in a year: what an enrolment form offers. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';

export const tarifsLieuQuery = z.object({
  ramification: inDigits(idSchema),
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
});

/** One equipment type or activity with the rate that holds for it. */
export const tarifLieuSchema = z.object({
  typeEquipement: nestedSchema.nullable(),
  natureActivite: nestedSchema.nullable(),
  taxe: nestedSchema,
  frequence: nestedSchema,
  /** Price of a period, in francs; null where précisions carry it. */
  tarif: z.int().nullable(),
  precisions: z.array(z.object({ libelle: z.string(), tarif: z.int() })),
});
export type TarifLieu = z.infer<typeof tarifLieuSchema>;
