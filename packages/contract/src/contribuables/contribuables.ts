/** Taxpayers as lists and records show them (specification 2 sections 2.4, 3 and 7). */
import { z } from 'zod';
import { STATUTS_CONTRIBUABLE } from '../constants.ts';
import { BASES, datedListQuery, withDaysInOrder } from '../pilotage/figures.ts';
import { mailleSchema } from '../territoire/maille-schemas.ts';
import { idSchema, yearSchema } from '../platform/http/schemas.ts';
import { agentSchema, placeSchema } from '../platform/listing/names.ts';

/**
 * Amount due for the fiscal year, payments towards it, and their difference (negative if more was paid). With the base
 * `encaissement`: échéances and receipts of the period.
 */
const situationSchema = z.object({ total: z.int(), payer: z.int(), restant: z.int() });

export const contribuableRowSchema = z.object({
  id: idSchema,
  numKlis: z.string(),
  nom: z.string(),
  prenom: z.string(),
  fullName: z.string(),
  raisonSociale: z.string().nullable(),
  nif: z.string().nullable(),
  type: z.string(),
  telephone: z.string().nullable(),
  adresse: z.string().nullable(),
  photo: z.string().nullable(),
  statut: z.enum(STATUTS_CONTRIBUABLE),
  enabled: z.boolean(),
  nbreBetail: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ramification: placeSchema,
  /** Labels of the taxable bases; `baseTaxables` is the same as escaped HTML, for clients of the specification. */
  bases: z.array(z.string()),
  baseTaxables: z.string(),
  situation: situationSchema,
  /** With the base `encaissement`: the part of `situation.payer` that paid the fiscal year. */
  payeExercice: z.int().optional(),
  createdAt: z.string(),
  createdBy: agentSchema,
  correctedAt: z.string().nullable(),
  correctedBy: agentSchema.nullable(),
  validatedAt: z.string().nullable(),
  validatedBy: agentSchema.nullable(),
  updatedAt: z.string(),
  version: z.int(),
});
export type ContribuableRow = z.infer<typeof contribuableRowSchema>;

/** The parameters of the list beside filters and paging, on which its figures depend. */
export const contribuableQuerySchema = withDaysInOrder(
  datedListQuery.extend({
    annee: yearSchema.optional(),
    base: z.enum(BASES).default('enrolement'),
    statut: z.enum(STATUTS_CONTRIBUABLE).optional(),
    /** Taxpayers of a map cell, or taxpayers without a position. */
    maille: mailleSchema,
  }),
);
export type ContribuableQuery = z.infer<typeof contribuableQuerySchema>;

export const contribuableTotalsSchema = z.object({
  total_records: z.int(),
  prevu: z.int(),
  paye: z.int(),
  /** With the base `encaissement`, parts of `paye`: what paid the fiscal year, and what paid other years. */
  payeExercice: z.int().optional(),
  payeAutres: z.int().optional(),
  restant: z.int(),
});
export type ContribuableTotals = z.infer<typeof contribuableTotalsSchema>;
