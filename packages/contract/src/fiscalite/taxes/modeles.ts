/** Taxes that a collectivité may take over: from the usual ones of a commune, or from another collectivité. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';
import { doubleLibelle } from '../tarifs/applications.ts';
import { precisionBody, TARIF_MESSAGES, tarifSchema } from '../tarifs/precisions.ts';

export const modelesQuery = z.object({
  /** Collectivité that would take them over. */
  entite: inDigits(idSchema),
  /** Collectivité that has them; the usual ones when absent. */
  depuis: inDigits(idSchema).optional(),
  /** Fiscal year whose rates are proposed; the present one when absent. */
  annee: yearSchema.optional(),
});
export type ModelesQuery = z.infer<typeof modelesQuery>;

export const modeleSchema = z.object({
  /** Under which it is asked for: `usuelle:kiosque`, or `taxe:12` of another collectivité. */
  cle: z.string(),
  nom: z.string(),
  categorie: z.string(),
  /** Type of equipment, or nature of activity. */
  objet: z.string(),
  frequence: z.string(),
  /** Francs a period; one without a label where it has no précisions. */
  tarifs: z.array(z.object({ libelle: z.string().nullable(), tarif: z.int() })),
  /** Tax of the collectivité that is on the same already. */
  deja: z.string().nullable(),
});
export type Modele = z.infer<typeof modeleSchema>;

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

/** Taxes to be made of models, each with its rates for the whole collectivité. */
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
