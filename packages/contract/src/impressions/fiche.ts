/** The individual tax sheet, and statements of what is unpaid (specification 2 sections 2.9 and 7). */
import { z } from 'zod';
import { agentSchema, situationSchema } from '../contribuables/contribuables.ts';
import { daySchema, idSchema, nestedSchema, referenceSchema, yearSchema } from '../schemas.ts';

export const ficheQuerySchema = z.object({
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
});

export const ficheSchema = z.object({
  annee: z.int(),
  contribuable: z.object({
    id: idSchema,
    numKlis: z.string(),
    fullName: z.string(),
    photo: z.string().nullable(),
    telephone: z.string().nullable(),
    adresse: z.string().nullable(),
    numeroPieceIdentite: z.string().nullable(),
    createdAt: z.string(),
  }),
  entite: nestedSchema,
  /** From the collectivité down to the taxpayer's own place. */
  chemin: z.array(z.string()),
  /** What the year's dues are made of: `total` is `nombre` times `prix`, in francs. */
  activites: z.array(
    z.object({
      base: z.string(),
      precision: z.string().nullable(),
      nombre: z.int(),
      prix: z.int(),
      total: z.int(),
    }),
  ),
  /** Confirmed payments of the year, the first one first; what the year was expected to bring, and lacked after each. */
  transactions: z.array(
    z.object({
      id: idSchema,
      dateTransaction: z.string(),
      noTransaction: z.string(),
      moyenPaiement: nestedSchema,
      prevu: z.int(),
      paye: z.int(),
      restant: z.int(),
      agent: agentSchema.nullable(),
      etat: z.enum(['Soldé', 'Avance']),
    }),
  ),
  situation: situationSchema,
});
export type FicheImprimee = z.infer<typeof ficheSchema>;

const references = z
  .union([referenceSchema, z.array(referenceSchema).max(5000)])
  .transform((given) => [given].flat())
  .optional();

/** Whom statements are for: at a place, enrolled in a period, for one activity or kind of equipment. */
export const releveImpayeBody = z
  .object({
    /** The file itself; else how many it would hold. */
    generate: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
    entite: references,
    ramification: references,
    from: daySchema.optional(),
    to: daySchema.optional(),
    activite: referenceSchema.optional(),
    equipement: referenceSchema.optional(),
  })
  .refine((body) => !body.from || !body.to || body.from <= body.to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  })
  .refine((body) => body.activite === undefined || body.equipement === undefined, {
    message: 'Choisissez une activité ou un équipement, pas les deux.',
    path: ['equipement'],
  });
export type ReleveImpayeBody = z.infer<typeof releveImpayeBody>;

export const releveImpayeSchema = z.object({
  /** Taxpayers who owe something. */
  contribuables: z.int(),
  /** What they owe, in francs. */
  restant: z.int(),
});

/** Enrolments of a period by place, with what they are expected to bring. */
export const enrollementReportSchema = z.object({
  data: z.array(
    z.object({
      ramification: nestedSchema.extend({ parent: nestedSchema.nullable() }),
      total: z.int(),
      corrige: z.int(),
      valide: z.int(),
      prevu: z.int(),
      paye: z.int(),
      restant: z.int(),
    }),
  ),
  meta: z.object({ total_records: z.int() }),
});
export type EnrollementReport = z.infer<typeof enrollementReportSchema>;
