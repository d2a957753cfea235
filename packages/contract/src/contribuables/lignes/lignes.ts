/** Equipment and lines of taxpayers as resources of their own (specification 2 sections 2.12, 3 and 7). */
import { z } from 'zod';
import { STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { datedListQuery, placedListQuery, withDaysInOrder } from '../../pilotage/figures.ts';
import { idSchema, nestedSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { ligneFields, ligneRules, SAISIE_MESSAGES } from '../saisie/saisie.ts';
import { agentSchema, placeSchema } from '../../platform/listing/names.ts';

/** Equipment is asked by place alone. */
export const equipementListQuery = placedListQuery;
export type EquipementListQuery = z.infer<typeof equipementListQuery>;

/** Lines also by their taxpayers: enrolment day, present statut, livestock. */
export const enrollementListQuery = withDaysInOrder(
  datedListQuery.extend({ statut: z.enum(STATUTS_CONTRIBUABLE).optional() }),
);
export type EnrollementListQuery = z.infer<typeof enrollementListQuery>;

const proprietaireSchema = z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() });

export const equipementRowSchema = z.object({
  id: idSchema,
  /** Number of its taxpayer. */
  numKlis: z.string(),
  contribuable: proprietaireSchema,
  type: nestedSchema,
  precision: z.string().nullable(),
  photo: z.string().nullable(),
  ramification: placeSchema,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Whether it is confirmed: with the validation of its taxpayer, or by itself. */
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
    /** When the taxpayer was enrolled. */
    createdAt: z.string(),
  }),
  ramification: placeSchema,
  equipement: z.object({ id: idSchema, type: nestedSchema }).nullable(),
  natureActivite: nestedSchema.nullable(),
  variation: z.string().nullable(),
  enabled: z.boolean(),
  /** When it was taken away though it had been paid on. */
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
const owner = z.unknown().transform((given, context) => {
  const parsed = referenceSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: ABSENT });
  return z.NEVER;
});
const reference = z.string().trim().min(1).max(200).optional();

/** `POST /v2/equipements`: something that a taxpayer owns; its line, which is billed, may follow. */
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

/** What of an equipment changes; its type does not, and another is refused: it would be another equipment. */
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

/** `POST /v2/enrollements`: a line of an equipment that is there, of one that comes with it, or of an activity. */
export const enrollementBody = z
  .object({
    ...ligneFields,
    contribuable: owner,
    /** An equipment of the taxpayer that has no line yet. */
    equipement: referenceSchema.nullish(),
    reference,
  })
  .superRefine((given, context) => {
    const { equipement, ...ligne } = given;
    if (equipement && ligne.natureActivite)
      context.addIssue({ code: 'custom', path: ['natureActivite'], message: SAISIE_MESSAGES.ligneDouble });
    else if (!equipement) ligneRules(ligne, context);
  });
export type EnrollementBody = z.output<typeof enrollementBody>;

/** What of a line changes; what is taxed does not, and another is refused: it would be another line. */
export const enrollementPatch = z.object({
  typeEquipement: referenceSchema.nullish(),
  natureActivite: referenceSchema.nullish(),
  precision: ligneFields.precision,
  variation: ligneFields.variation,
  latitude: ligneFields.latitude,
  longitude: ligneFields.longitude,
});
export type EnrollementPatch = z.output<typeof enrollementPatch>;
