/** Named rates of an application (specification 1 section 3). */
import { z } from 'zod';
import { BAREME_MESSAGES, QUANTITE_MAX } from './bareme.ts';
import { decimal, defineResource, flag, integer, text } from '../../platform/resource/resource.ts';
import { idSchema, referenceSchema, yearSchema } from '../../platform/http/schemas.ts';
import { tidied } from '../../platform/values/text.ts';

/** Highest rate: a whole number of francs per period, from 0. */
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

const seuilSchema = z
  .number(BAREME_MESSAGES.seuil)
  .min(0, BAREME_MESSAGES.seuil)
  .max(QUANTITE_MAX, BAREME_MESSAGES.seuil)
  .refine((value) => Number(value.toFixed(2)) === value, BAREME_MESSAGES.seuil)
  .nullable();

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
  parUnite: flag({ label: 'Par unité', default: false }),
  seuil: decimal({ label: 'Seuil', max: QUANTITE_MAX }),
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

/** A year is accepted as a number or a string, and returned as a string. */
export const precisions = {
  ...base,
  createSchema: base.createSchema.safeExtend({ annee: yearSchema, seuil: seuilSchema.default(null) }),
  patchSchema: base.patchSchema.safeExtend({ annee: yearSchema.optional(), seuil: seuilSchema.optional() }),
  replySchema: base.replySchema.extend({ annee: z.string() }),
};

/** A précision nested in the replies of taxes and applications. */
export const precisionSchema = z.object({
  id: idSchema,
  annee: z.string(),
  libelle: z.string(),
  tarif: z.int(),
  /** Whether the rate is that of one unit of the quantity of a line. */
  parUnite: z.boolean(),
  /** Quantity from which on it is the rate of a line; null: it is chosen for the line. */
  seuil: z.number().nullable(),
});
/** A précision sent with its application. */
export const precisionBody = z.object({
  libelle: z
    .string({ error: TARIF_MESSAGES.libelle })
    .overwrite(tidied)
    .min(1, TARIF_MESSAGES.libelle)
    .max(255),
  tarif: tarifSchema,
  /** Absent: as it is stored. */
  parUnite: z.boolean().optional(),
  seuil: seuilSchema.optional(),
});

/** A précision that may already exist: its id identifies it, so that a new label renames it. */
export const precisionDonnee = precisionBody.extend({ id: idSchema.optional() });

/**
 * An item of a list in a body: either the full object or the id of an existing one. Errors are reported for the form
 * that was sent.
 * @param mark a field that only the full object has
 */
export const objectOrId = <Whole extends z.ZodType>(schema: Whole, mark: string) =>
  z.unknown().transform((value, context): z.output<Whole> | number => {
    const isObject = typeof value === 'object' && value !== null && mark in value;
    const parsed = isObject ? schema.safeParse(value) : referenceSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: isObject ? message : 'Référence non valable',
      });
    return z.NEVER;
  });
