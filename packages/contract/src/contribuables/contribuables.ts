/** Taxpayers as lists and records show them (specification 2 sections 2.4, 3 and 7). */
import { z } from 'zod';
import { STATUTS_CONTRIBUABLE } from '../constants.ts';
import type { FilterField } from '../filter.ts';
import { idListSchema, BASES } from '../pilotage/figures.ts';
import { daySchema, idSchema, listQuerySchema, nestedSchema, yearSchema } from '../schemas.ts';

/** An agent as rows name it. */
export const agentSchema = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

export const placeSchema = nestedSchema.extend({ parent: nestedSchema.nullable(), entite: nestedSchema });

/** Dues of the fiscal year, payments towards it, and what is left: negative where more was paid. */
export const situationSchema = z.object({ total: z.int(), payer: z.int(), restant: z.int() });

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
  /** Labels of what is taxed; `baseTaxables` is the same as escaped HTML for callers that expect it. */
  bases: z.array(z.string()),
  baseTaxables: z.string(),
  situation: situationSchema,
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

/** The list's own parameters beside filters and paging: all that a figure depends on. */
export const contribuableQuerySchema = listQuerySchema
  .extend({
    entite: idListSchema,
    ramification: idListSchema,
    ms: idListSchema,
    from: daySchema.optional(),
    to: daySchema.optional(),
    annee: yearSchema.optional(),
    base: z.enum(BASES).default('enrolement'),
    /** `1`: livestock taxpayers alone; `0`: all others; absent: both. */
    betail: z.enum(['0', '1']).optional(),
    statut: z.enum(STATUTS_CONTRIBUABLE).optional(),
  })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  });
export type ContribuableQuery = z.infer<typeof contribuableQuerySchema>;

export const contribuableTotalsSchema = z.object({
  total_records: z.int(),
  prevu: z.int(),
  paye: z.int(),
  restant: z.int(),
});
export type ContribuableTotals = z.infer<typeof contribuableTotalsSchema>;

/** Columns of the taxpayer list's filter builder. */
export const contribuableFilterFields: Record<string, FilterField> = {
  'contrib.createdAt': { type: 'instant', label: "Date d'enrôlement" },
  'contrib.numKlis': { type: 'text', label: 'Numéro' },
  'contrib.fullName': { type: 'text', label: 'Nom complet' },
  'contrib.nom': { type: 'text', label: 'Nom' },
  'contrib.prenom': { type: 'text', label: 'Prénom' },
  'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
  'contrib.telephone': { type: 'text', label: 'Téléphone' },
  'contrib.adresse': { type: 'text', label: 'Adresse' },
  'contrib.type': { type: 'choice', label: 'Type', values: ['Personne physique', 'Personne morale'] },
  'contrib.statut': { type: 'choice', label: 'Statut', values: STATUTS_CONTRIBUABLE },
  'contrib.nif': { type: 'text', label: 'NIF' },
  'contrib.numeroPieceIdentite': { type: 'text', label: "N° de pièce d'identité" },
  'contrib.nbreBetail': { type: 'integer', label: 'Bétail' },
  'contrib.enabled': { type: 'boolean', label: 'Actif' },
  'contrib.prevu': { type: 'amount', label: 'Prévu' },
  'contrib.paye': { type: 'amount', label: 'Payé' },
  'contrib.restant': { type: 'amount', label: 'Restant' },
  'contrib.correctedAt': { type: 'instant', label: 'Date de correction' },
  'contrib.validatedAt': { type: 'instant', label: 'Date de validation' },
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ram.id': { type: 'reference', label: 'Localisation', to: 'ramifications' },
  'ram.nom': { type: 'text', label: 'Localisation (nom)' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  'user.username': { type: 'text', label: 'Agent (pseudo)' },
};

