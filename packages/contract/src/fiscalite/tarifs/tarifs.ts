/** The rates of equipment types and activities at a place in a year, as enrolment forms offer them. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';

export const tarifsLieuQuery = z.object({
  ramification: inDigits(idSchema),
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
});

/** An equipment type or activity with the rate in force. */
export const tarifLieuSchema = z.object({
  typeEquipement: nestedSchema.nullable(),
  natureActivite: nestedSchema.nullable(),
  taxe: nestedSchema,
  frequence: nestedSchema,
  /** Francs per period; null if précisions have the rates. */
  tarif: z.int().nullable(),
  precisions: z.array(z.object({ libelle: z.string(), tarif: z.int() })),
});
export type TarifLieu = z.infer<typeof tarifLieuSchema>;
