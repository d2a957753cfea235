/** The schemas of a term; apart from its rules, which the field app loads without schemas. */
import { z } from 'zod';
import { DELAI_MAX, LIMITE, TERME_MESSAGES } from './terme.ts';

const orNull = (schema: z.ZodType): z.ZodType =>
  z.preprocess((value) => (value === '' ? null : value), schema);

export const termeFields = {
  limite: orNull(
    z.string(TERME_MESSAGES.limite).regex(LIMITE, TERME_MESSAGES.limite).nullable(),
  ).optional() as z.ZodOptional<z.ZodType<string | null>>,
  delai: orNull(
    z.int(TERME_MESSAGES.delai).min(0, TERME_MESSAGES.delai).max(DELAI_MAX, TERME_MESSAGES.delai).nullable(),
  ).optional() as z.ZodOptional<z.ZodType<number | null>>,
};
