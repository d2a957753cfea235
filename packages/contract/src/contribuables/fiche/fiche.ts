/** What a taxpayer's record and its individual sheet tell beside its row in lists (specification 2 sections 2.5 and 2.9). */
import { z } from 'zod';
import { photoSchema } from '../photos/photos.ts';
import { contribuableSchema } from '../saisie/saisie.ts';
import { compteSchema, echecSchema } from './compte.ts';
import { STATUTS_TRANSACTION } from '../../constants.ts';
import { amountSchema, idSchema, nestedSchema } from '../../platform/http/schemas.ts';
import { agentSchema } from '../../platform/listing/names.ts';

/** Where something of the taxpayer was enrolled. */
const pointSchema = z.object({
  id: idSchema,
  /** What stands there. */
  nom: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const apercuSchema = z.object({
  typePieceIdentite: z.string().nullable(),
  numeroPieceIdentite: z.string().nullable(),
  age: z.int().nullable(),
  lieuNaissance: z.string().nullable(),
  moyenPaiementPrefere: nestedSchema.nullable(),
  /** The sub-entities from the highest to the taxpayer's own. */
  chemin: z.array(nestedSchema),
  points: z.array(pointSchema),
  /** What may be photographed beside the taxpayer. */
  equipements: z.array(nestedSchema),
  photos: z.array(photoSchema),
});
export type Apercu = z.infer<typeof apercuSchema>;

/** What hangs on a taxpayer, as the specification's record carries it (2 section 3): derived, ignored when sent back. */
const dependancesSchema = z.object({
  echecs: z.array(echecSchema),
  /** Whatever their statut, the last first. */
  transactions: z.array(
    z.object({
      id: idSchema,
      noTransaction: z.string(),
      dateTransaction: z.string(),
      montant: amountSchema,
      statut: z.enum(STATUTS_TRANSACTION),
      moyenPaiement: nestedSchema,
      bureauAccepteur: agentSchema.nullable(),
    }),
  ),
  equipements: z.array(
    z.object({
      id: idSchema,
      type: nestedSchema,
      precision: z.string().nullable(),
      photo: z.string().nullable(),
      enabled: z.boolean(),
    }),
  ),
  /** Its lines, each where it was enrolled. */
  contribEnrollements: z.array(
    z.object({
      id: idSchema,
      equipement: idSchema.nullable(),
      natureActivite: nestedSchema.nullable(),
      variation: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  ),
});
export type Dependances = z.infer<typeof dependancesSchema>;

/** What the specification's record says once more of what stands elsewhere in it (2 section 3). */
const resumeSchema = z.object({
  /** Whether the enrolment is validated. */
  isConfirmed: z.boolean(),
  /** Précision of its first line that has one. */
  variation: z.string().nullable(),
  /** Dues of the fiscal year. */
  montant: amountSchema,
});
export const contribuableFicheSchema = contribuableSchema
  .extend(dependancesSchema.shape)
  .extend(resumeSchema.shape);
export type ContribuableFiche = z.infer<typeof contribuableFicheSchema>;

/** Lines of the same base, précision and échéances: count × price = total, to the franc. */
const activiteSchema = z.object({
  base: z.string(),
  precision: z.string().nullable(),
  /** How many taxable bases. */
  nombre: z.int(),
  /** What one of them is charged: `tarifText` says it. */
  tarif: z.object({
    nombre: z.int(),
    prix: amountSchema.nullable(),
    parAn: z.int().nullable(),
  }),
  /** Dues of one of them over the fiscal year, in francs. */
  prixUnitaire: amountSchema,
  total: amountSchema,
});

/** A confirmed transaction and what became of it: montant = exercice + autres + avance, to the franc. */
const mouvementSchema = z.object({
  id: idSchema,
  dateTransaction: z.string(),
  noTransaction: z.string(),
  moyenPaiement: z.string(),
  /** Francs; negative for a refund or a reversal. */
  montant: amountSchema,
  /** Of it, échéances of the fiscal year; what went to other years; what is paid in advance in the year. */
  exercice: amountSchema,
  autres: amountSchema,
  avance: amountSchema,
  /** Taken back whole since, or taking another one back. */
  extourne: z.enum(['extournée', 'rejetée', 'extourne']).nullable(),
  agent: agentSchema.nullable(),
});

/**
 * The individual sheet of a fiscal year: what the year plans, what paid it, and the balance. Its payments are those of
 * the year and those of other years that went to it, so that exercice + avance of all is what the year was paid.
 */
export const ficheIndividuelleSchema = z.object({
  collectivite: nestedSchema,
  chemin: z.array(nestedSchema),
  id: idSchema,
  numKlis: z.string(),
  photo: z.string().nullable(),
  fullName: z.string(),
  raisonSociale: z.string().nullable(),
  telephone: z.string().nullable(),
  adresse: z.string().nullable(),
  createdAt: z.string(),
  typePieceIdentite: z.string().nullable(),
  numeroPieceIdentite: z.string().nullable(),
  activites: z.array(activiteSchema),
  mouvements: z.array(mouvementSchema),
  compte: compteSchema,
});
export type FicheIndividuelle = z.infer<typeof ficheIndividuelleSchema>;
