/** Equipment and lines of taxpayers as resources of their own (specification 2 sections 2.12, 3 and 7). */
import { z } from 'zod';
import { STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { datedListQuery, placedListQuery, withDaysInOrder } from '../../pilotage/figures.ts';
import { idSchema, nestedSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { ligneFields, ligneRules, SAISIE_MESSAGES } from '../saisie/saisie.ts';
import { agentSchema, placeSchema } from '../../platform/listing/names.ts';

/** The equipment list is filtered by place only. */
export const equipementListQuery = placedListQuery;
export type EquipementListQuery = z.infer<typeof equipementListQuery>;

/** The line list is also filtered by enrolment day, the taxpayer's current statut, and livestock. */
export const enrollementListQuery = withDaysInOrder(
  datedListQuery.extend({ statut: z.enum(STATUTS_CONTRIBUABLE).optional() }),
);
export type EnrollementListQuery = z.infer<typeof enrollementListQuery>;

const proprietaireSchema = z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() });

export const equipementRowSchema = z.object({
  id: idSchema,
  /** Number of the taxpayer. */
  numKlis: z.string(),
  contribuable: proprietaireSchema,
  type: nestedSchema,
  precision: z.string().nullable(),
  /** Unit of its type, and quantity of its open line; null: counted by piece, or no quantity entered yet. */
  unite: z.string().nullable(),
  quantite: z.number().nullable(),
  photo: z.string().nullable(),
  ramification: placeSchema,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Whether the line is confirmed: by the validation of its taxpayer, or individually. */
  enabled: z.boolean(),
  createdAt: z.string(),
  createdBy: agentSchema,
  updatedAt: z.string(),
  version: z.int(),
});
export type EquipementRow = z.infer<typeof equipementRowSchema>;

export const enrollementRowSchema = z.object({
  id: idSchema,
  contribuable: proprietaireSchema.extend({
    statut: z.enum(STATUTS_CONTRIBUABLE),
    /** Enrolment day of the taxpayer. */
    createdAt: z.string(),
  }),
  ramification: placeSchema,
  equipement: z.object({ id: idSchema, type: nestedSchema }).nullable(),
  natureActivite: nestedSchema.nullable(),
  variation: z.string().nullable(),
  /** Unit of the base and quantity of the line; null: counted by piece, or no quantity entered yet. */
  unite: z.string().nullable(),
  quantite: z.number().nullable(),
  enabled: z.boolean(),
  /** Day on which a line with payments was closed. */
  closedAt: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  createdAt: z.string(),
  createdBy: agentSchema,
  updatedAt: z.string(),
  version: z.int(),
});
export type EnrollementRow = z.infer<typeof enrollementRowSchema>;

const ABSENT = 'Veuillez choisir le contribuable';
const owner = z.unknown().transform((value, context) => {
  const parsed = referenceSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: ABSENT });
  return z.NEVER;
});
const reference = z.string().trim().min(1).max(200).optional();

/** `POST /v2/equipements`: an equipment owned by a taxpayer; the line that bills it may be added later. */
export const equipementBody = z
  .object({
    contribuable: referenceSchema.optional(),
    /** The taxpayer by its number, in place of `contribuable`. */
    numKlis: z.string().trim().max(60).optional(),
    type: referenceSchema.optional(),
    typeEquipement: referenceSchema.optional(),
    ramification: referenceSchema.nullish(),
    precision: ligneFields.precision,
    latitude: ligneFields.latitude,
    longitude: ligneFields.longitude,
    reference,
  })
  .superRefine(({ contribuable, numKlis, type, typeEquipement }, context) => {
    if (contribuable === undefined && !numKlis)
      context.addIssue({ code: 'custom', path: ['contribuable'], message: ABSENT });
    if (type === undefined && typeEquipement === undefined)
      context.addIssue({ code: 'custom', path: ['type'], message: SAISIE_MESSAGES.ligneVide });
  });
export type EquipementBody = z.output<typeof equipementBody>;

/** The changeable fields of an equipment. Another type is refused: it would be another equipment. */
export const equipementPatch = z.object({
  type: referenceSchema.nullish(),
  typeEquipement: referenceSchema.nullish(),
  precision: ligneFields.precision,
  ramification: referenceSchema.optional(),
  latitude: ligneFields.latitude,
  longitude: ligneFields.longitude,
  enabled: z.boolean().optional(),
});
export type EquipementPatch = z.output<typeof equipementPatch>;

/** `POST /v2/enrollements`: a line for an existing equipment, for a new one, or for an activity. */
export const enrollementBody = z
  .object({
    ...ligneFields,
    contribuable: owner,
    /** An equipment of the taxpayer without a line. */
    equipement: referenceSchema.nullish(),
    reference,
  })
  .superRefine((body, context) => {
    const { equipement, ...ligne } = body;
    if (equipement && ligne.natureActivite)
      context.addIssue({ code: 'custom', path: ['natureActivite'], message: SAISIE_MESSAGES.ligneDouble });
    else if (!equipement) ligneRules(ligne, context);
  });
export type EnrollementBody = z.output<typeof enrollementBody>;

/** The changeable fields of a line. Another taxable base is refused: it would be another line. */
export const enrollementPatch = z.object({
  typeEquipement: referenceSchema.nullish(),
  natureActivite: referenceSchema.nullish(),
  precision: ligneFields.precision,
  variation: ligneFields.variation,
  quantite: ligneFields.quantite,
  correction: ligneFields.correction,
  latitude: ligneFields.latitude,
  longitude: ligneFields.longitude,
});
export type EnrollementPatch = z.output<typeof enrollementPatch>;
