/** Generation of what is due (specification 1 section 7; docs/regles-de-calcul.md). */
import { z } from 'zod';
import { idListSchema } from '../../pilotage/figures.ts';
import { idSchema, listQuerySchema, yearSchema } from '../../platform/http/schemas.ts';
import { placeSchema } from '../../platform/listing/names.ts';

/** The call of the specification: the sub-entities, each with what lies beneath it. */
export const generateByRamificationQuery = z.object({ items: idListSchema, annee: yearSchema.optional() });

/** What is to be generated: for sub-entities and what lies beneath them, or for a whole collectivité. */
export const generationBody = z
  .object({
    entite: idSchema.optional(),
    ramifications: z.array(idSchema).min(1, 'Veuillez choisir une sous-entité').max(5000).optional(),
    /** Sub-entities that a list keeps under a token. */
    selection: z.string().max(64).optional(),
    /** Fiscal year; the present one when absent. */
    annee: z.int().min(2000).max(2100).optional(),
    /** One tax alone. */
    taxe: idSchema.optional(),
    /** Says what would be done, and does nothing. */
    aBlanc: z.boolean().default(false),
  })
  .refine(
    ({ entite, ramifications, selection }) =>
      [entite, ramifications, selection].filter((each) => each !== undefined).length === 1,
    { message: 'Veuillez choisir une collectivité ou des sous-entités', path: ['ramifications'] },
  );
export type GenerationBody = z.infer<typeof generationBody>;

/** Why a line got nothing. */
export const MOTIFS_SANS_TARIF = {
  taxe: 'Aucune taxe pour ce type d’équipement ou cette activité',
  tarif: 'Aucun tarif pour cette année à cet endroit',
  exclue: 'Sous-entité laissée hors de la taxe',
  precision: 'Précision absente du tarif',
} as const;
export type MotifSansTarif = keyof typeof MOTIFS_SANS_TARIF;
const motifSchema = z.enum(Object.keys(MOTIFS_SANS_TARIF) as [MotifSansTarif, ...MotifSansTarif[]]);

/** What a generation did: échéances made, priced anew, no longer due and left as they were, and lines without a rate, by reason. */
const generationReportSchema = z.object({
  annee: z.int(),
  aBlanc: z.boolean(),
  creees: z.int(),
  retarifees: z.int(),
  /** Closed at what was paid, for want of a rate; a report of before has none. */
  fermees: z.int().default(0),
  inchangees: z.int(),
  /** Francs that the échéances concerned made before and make now. */
  avant: z.int(),
  apres: z.int(),
  sansTarif: z.array(z.object({ motif: motifSchema, lignes: z.int() })),
});
export type GenerationReport = z.infer<typeof generationReportSchema>;

/** Which lines without a rate are listed. */
export const sansTarifQuery = listQuerySchema.extend({
  entite: idListSchema,
  ramification: idListSchema,
  annee: yearSchema.optional(),
});

export type SansTarifQuery = z.infer<typeof sansTarifQuery>;

/** A line of a year that no tax bills, and why. */
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
