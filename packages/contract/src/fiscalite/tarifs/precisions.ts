/** Named rates of an application (specification 1 section 3). */
import { z } from 'zod';
import { defineResource, integer, text } from '../../platform/resource/resource.ts';
import { idSchema, referenceSchema, yearSchema } from '../../platform/http/schemas.ts';
import { tidied } from '../../platform/values/text.ts';

/** A rate is a whole number of francs a period, from 0 to this. */
export const TARIF_MAX = 100_000_000;

export const TARIF_MESSAGES = {
  manque: 'Veuillez entrer un tarif',
  bornes: 'Le tarif est un nombre entier de francs, de 0 à 100 000 000',
  libelle: 'Veuillez entrer le libellé de la précision',
} as const;

export const tarifSchema = z
  .int({ error: ({ input }) => (input === undefined ? TARIF_MESSAGES.manque : TARIF_MESSAGES.bornes) })
  .min(0, TARIF_MESSAGES.bornes)
  .max(TARIF_MAX, TARIF_MESSAGES.bornes);

const fields = {
  annee: integer({
    label: 'Année',
    required: true,
    min: 2000,
    max: 2100,
    hint: "Veuillez choisir l'année de la précision",
  }),
  libelle: text({ label: 'Libellé', required: true, hint: TARIF_MESSAGES.libelle }),
  tarif: integer({ label: 'Tarif', required: true, max: TARIF_MAX, hint: TARIF_MESSAGES.manque }),
};
const base = defineResource({
  path: 'precisions',
  alias: 'pr',
  screen: 'taxes',
  approval: ['change'],
  lowers: true,
  fields,
  order: 'pr.libelle',
  pageSize: 30,
});

/** A year comes as a number or in digits, and is replied in digits. */
export const precisions = {
  ...base,
  createSchema: base.createSchema.safeExtend({ annee: yearSchema }),
  patchSchema: base.patchSchema.safeExtend({ annee: yearSchema.optional() }),
  replySchema: base.replySchema.extend({ annee: z.string() }),
};

/** A précision as the replies of taxes and applications nest it. */
export const precisionSchema = z.object({
  id: idSchema,
  annee: z.string(),
  libelle: z.string(),
  tarif: z.int(),
});
/** A précision that comes with its application. */
export const precisionBody = z.object({
  libelle: z
    .string({ error: TARIF_MESSAGES.libelle })
    .overwrite(tidied)
    .min(1, TARIF_MESSAGES.libelle)
    .max(255),
  tarif: tarifSchema,
});

/** The same where it may be there already: its id says which one it was, so that another label renames it. */
export const precisionDonnee = precisionBody.extend({ id: idSchema.optional() });

/**
 * What a list of a body holds: the whole of a part, or the id of one that there is already. What is at fault is told
 * of the form that was meant.
 * @param mark field that only the whole has
 */
export const wholeOrId = <Whole extends z.ZodType>(whole: Whole, mark: string) =>
  z.unknown().transform((given, context): z.output<Whole> | number => {
    const isWhole = typeof given === 'object' && given !== null && mark in given;
    const parsed = isWhole ? whole.safeParse(given) : referenceSchema.safeParse(given);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: isWhole ? message : 'Référence non valable',
      });
    return z.NEVER;
  });
