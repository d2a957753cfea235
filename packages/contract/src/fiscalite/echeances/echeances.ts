/** Generation of échéances (specification 1 section 7; docs/regles-de-calcul.md). */
import { z } from 'zod';
import { idListSchema } from '../../pilotage/figures.ts';
import { idSchema, listQuerySchema, yearSchema } from '../../platform/http/schemas.ts';
import { placeSchema } from '../../platform/listing/names.ts';

/** The specification's call: sub-entities with their subtrees. */
export const generateByRamificationQuery = z.object({ items: idListSchema, annee: yearSchema.optional() });

/** Scope of a generation: sub-entities with their subtrees, or a whole collectivité. */
export const generationBody = z
  .object({
    entite: idSchema.optional(),
    ramifications: z.array(idSchema).min(1, 'Veuillez choisir une sous-entité').max(5000).optional(),
    /** Token of a stored selection of sub-entities. */
    selection: z.string().max(64).optional(),
    /** Fiscal year; the present one when absent. */
    annee: z.int().min(2000).max(2100).optional(),
    /** A single tax. */
    taxe: idSchema.optional(),
    /** Reports what would be done, without writing. */
    aBlanc: z.boolean().default(false),
  })
  .refine(
    ({ entite, ramifications, selection }) =>
      [entite, ramifications, selection].filter((each) => each !== undefined).length === 1,
    { message: 'Veuillez choisir une collectivité ou des sous-entités', path: ['ramifications'] },
  );
export type GenerationBody = z.infer<typeof generationBody>;

/** Why a line has no échéance. */
export const MOTIFS_SANS_TARIF = {
  taxe: 'Aucune taxe pour ce type d’équipement ou cette activité',
  tarif: 'Aucun tarif pour cette année à cet endroit',
  exclue: 'Sous-entité laissée hors de la taxe',
  precision: 'Précision absente du tarif',
  quantite: 'Quantité à entrer',
} as const;
export type MotifSansTarif = keyof typeof MOTIFS_SANS_TARIF;
const motifSchema = z.enum(Object.keys(MOTIFS_SANS_TARIF) as [MotifSansTarif, ...MotifSansTarif[]]);

/**
 * Result of a generation: échéances created, repriced, no longer due and unchanged, and lines without a rate by reason.
 */
const generationReportSchema = z.object({
  annee: z.int(),
  aBlanc: z.boolean(),
  creees: z.int(),
  retarifees: z.int(),
  /** Échéances reduced to the amount paid, because no rate applies any more; older reports lack it. */
  fermees: z.int().default(0),
  inchangees: z.int(),
  /** Total francs of these échéances before and after. */
  avant: z.int(),
  apres: z.int(),
  sansTarif: z.array(z.object({ motif: motifSchema, lignes: z.int() })),
  /** Lines for which the rate asks nothing, because the franchise takes their whole quantity; absent: none. */
  rienAPayer: z.int().optional(),
  /** Unpaid échéances that fall due on another day now; absent: none. */
  deplacees: z.int().optional(),
  /** Lines exonerated of a tax in the year; absent: none. */
  exonerees: z.int().optional(),
  /** Lines enrolled before a tax that is collected once: they do not owe it. */
  anterieures: z.int().optional(),
});
export type GenerationReport = z.infer<typeof generationReportSchema>;

/** Filters of the list of lines without a rate. */
export const sansTarifQuery = listQuerySchema.extend({
  entite: idListSchema,
  ramification: idListSchema,
  annee: yearSchema.optional(),
});

export type SansTarifQuery = z.infer<typeof sansTarifQuery>;

/** A line that no tax bills in a year, and why. */
export const sansTarifRowSchema = z.object({
  id: idSchema,
  contribuable: z.object({ id: idSchema, fullName: z.string(), numKlis: z.string() }),
  ramification: placeSchema,
  /** Type of equipment, or activity. */
  objet: z.string(),
  precision: z.string().nullable(),
  motif: motifSchema,
  createdAt: z.string(),
});
export type SansTarifRow = z.infer<typeof sansTarifRowSchema>;
