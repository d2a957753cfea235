/** « Point du mois »: one page for the mayor, by a button and by mail on the first of the month. */
import { z } from 'zod';
import { nestedSchema } from '../platform/http/schemas.ts';
import { MAX_ADRESSES } from './point-days.ts';

export * from './point-days.ts';

export const pointBody = z.object({
  /** `2026-11`; the month of the last complete day when absent. */
  mois: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Un mois est attendu, comme 2026-11.')
    .optional(),
});
export type PointBody = z.infer<typeof pointBody>;

export const envoiPointBody = z.object({
  /** Nobody gets it while it is empty. */
  adresses: z
    .array(z.email('Veuillez entrer des adresses email valides, une par ligne').max(120))
    .max(MAX_ADRESSES, `${MAX_ADRESSES} adresses au plus.`)
    .transform((adresses) => [...new Set(adresses.map((adresse) => adresse.toLowerCase()))]),
});
export type EnvoiPointBody = z.infer<typeof envoiPointBody>;

export const envoiPointSchema = z.object({
  /** 0 before the first time. */
  version: z.int(),
  adresses: z.array(z.string()),
  /** Who named them: it is made with that account's rights. Null before the first time. */
  par: nestedSchema.nullable(),
  /** Whether it can be sent: that account is active, and still has the rights. True while nobody gets it. */
  possible: z.boolean(),
});
export type EnvoiPoint = z.infer<typeof envoiPointSchema>;
