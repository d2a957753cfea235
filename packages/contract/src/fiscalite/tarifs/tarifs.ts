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
  /** What the rate counts, and its bounds (`Bareme`). */
  parUnite: z.boolean(),
  franchise: z.number().nullable(),
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  arrondi: z.int(),
  /** The unit of the base; null if its lines are counted by piece. */
  unite: z.string().nullable(),
  uniteDecimales: z.int(),
  precisions: z.array(
    z.object({
      libelle: z.string(),
      tarif: z.int(),
      parUnite: z.boolean(),
      /** Quantity from which on it is the rate of a line; null: it is chosen for the line. */
      seuil: z.number().nullable(),
    }),
  ),
});
export type TarifLieu = z.infer<typeof tarifLieuSchema>;
