/** Taxes that a collectivité may copy: the usual taxes of a commune, or those of another collectivité. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';
import { doubleLibelle } from '../tarifs/applications.ts';
import { precisionBody, TARIF_MESSAGES, tarifSchema } from '../tarifs/precisions.ts';

export const modelesQuery = z.object({
  /** Collectivité that receives the copies. */
  entite: inDigits(idSchema),
  /** Collectivité to copy from; the usual taxes when absent. */
  depuis: inDigits(idSchema).optional(),
  /** Fiscal year of the proposed rates; the current one when absent. */
  annee: yearSchema.optional(),
});
export type ModelesQuery = z.infer<typeof modelesQuery>;

export const modeleSchema = z.object({
  /** Key of the model: `usuelle:kiosque`, or `taxe:12` of another collectivité. */
  cle: z.string(),
  nom: z.string(),
  categorie: z.string(),
  /** Type of equipment, or nature of activity. */
  objet: z.string(),
  frequence: z.string(),
  /** When it falls due (`31/03`); null: on the first day of each period. */
  exigible: z.string().nullable(),
  /** Francs per period; a single rate without a label if there are no précisions. `parUnite`: per unit of `unite`. */
  tarifs: z.array(
    z.object({ libelle: z.string().nullable(), tarif: z.int(), parUnite: z.boolean().optional() }),
  ),
  /** Unit of the base; null: its lines are counted by piece. */
  unite: z.string().nullable(),
  /** Name of the collectivité's own tax on the same base, if any. */
  deja: z.string().nullable(),
});
export type Modele = z.infer<typeof modeleSchema>;

/** Labels and rates; what they count stays that of the model. */
const seul = z.array(z.object({ libelle: z.null(), tarif: tarifSchema })).length(1);
const precises = z
  .array(precisionBody)
  .min(1)
  .max(100)
  .superRefine((lignes, context) => {
    const double = doubleLibelle(lignes.map(({ libelle }) => libelle));
    if (double !== undefined)
      context.addIssue({ code: 'custom', message: `Le libellé « ${double} » apparaît deux fois` });
  });

/** Taxes to create from models, each with its rates for the whole collectivité. */
export const copieBody = z.object({
  entite: idSchema,
  annee: z.int().min(2000).max(2100),
  taxes: z
    .array(
      z.object({
        cle: z.string().regex(/^(usuelle:[a-z_]{1,40}|taxe:\d{1,9})$/),
        tarifs: z.union([seul, precises], { error: TARIF_MESSAGES.bornes }),
      }),
    )
    .min(1, 'Choisissez au moins une taxe')
    .max(200),
});
export type CopieBody = z.infer<typeof copieBody>;

export const copieSchema = z.object({ data: z.array(nestedSchema) });
