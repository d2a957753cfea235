/** A taxpayer's record and individual sheet, beyond the list row (specification 2 sections 2.5 and 2.9). */
import { z } from 'zod';
import { suspenduSchema } from '../../fiscalite/suspensions/suspensions.ts';
import { exonereSchema } from '../exonerations/exonerations.ts';
import { photoSchema } from '../photos/photos.ts';
import { contribuableSchema } from '../saisie/saisie.ts';
import { compteSchema, echecSchema } from './compte.ts';
import { STATUTS_TRANSACTION } from '../../constants.ts';
import { amountSchema, idSchema, nestedSchema } from '../../platform/http/schemas.ts';
import { agentSchema } from '../../platform/listing/names.ts';

/** A position where something of the taxpayer was enrolled. */
const pointSchema = z.object({
  id: idSchema,
  /** Name of the taxable base. */
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
  /** Sub-entities from the highest down to the taxpayer's own. */
  chemin: z.array(nestedSchema),
  points: z.array(pointSchema),
  /** Bases for whose quantity the rate of the present year asks nothing: no échéance is missing. */
  rienAPayer: z.array(z.string()),
  /** Exonérations in force this year or later. */
  exonerations: z.array(exonereSchema),
  /** Suspensions and moratoires that reach it this year or later. */
  suspensions: z.array(suspenduSchema),
  /** Equipment that may be photographed. */
  equipements: z.array(nestedSchema),
  photos: z.array(photoSchema),
});
export type Apercu = z.infer<typeof apercuSchema>;

/**
 * Records that depend on a taxpayer, as the specification's record contains them (2 section 3): derived, ignored in
 * requests.
 */
const dependancesSchema = z.object({
  echecs: z.array(echecSchema),
  /** All statuts, latest first. */
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
  /** The taxable lines, each with its place of enrolment. */
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

/** Fields that the specification's record repeats from elsewhere in it (2 section 3). */
const resumeSchema = z.object({
  /** Whether the enrolment is validated. */
  isConfirmed: z.boolean(),
  /** Précision of the first line that has one. */
  variation: z.string().nullable(),
  /** Amount due for the fiscal year. */
  montant: amountSchema,
});
export const contribuableFicheSchema = contribuableSchema
  .extend(dependancesSchema.shape)
  .extend(resumeSchema.shape);
export type ContribuableFiche = z.infer<typeof contribuableFicheSchema>;

/** Lines of the same base, précision and échéances: number × price = total, to the franc. */
const activiteSchema = z.object({
  base: z.string(),
  precision: z.string().nullable(),
  /** Number of taxable bases; the sum of their quantities where `unite` is given. */
  nombre: z.number(),
  /** The unit of `nombre`, where quantity × price = total; absent: bases are counted. */
  unite: z.string().optional(),
  /** Quantity of one base, with its unit, where a franchise, a bound or a rounding acted: `12 m²`. */
  quantite: z.string().optional(),
  /** Price of one base, written by `tarifText`. */
  tarif: z.object({
    nombre: z.int(),
    prix: amountSchema.nullable(),
    parAn: z.int().nullable(),
    /** Whether its rate asks nothing for its quantity. */
    rien: z.boolean().optional(),
    /** Whether an exonération takes it away. */
    exonere: z.boolean().optional(),
  }),
  /** Amount due for one base, or one unit, over the fiscal year, in francs. */
  prixUnitaire: amountSchema,
  total: amountSchema,
});

/** A confirmed transaction and its use: montant = exercice + autres + avance, to the franc. */
const mouvementSchema = z.object({
  id: idSchema,
  dateTransaction: z.string(),
  noTransaction: z.string(),
  moyenPaiement: z.string(),
  /** Francs; negative for a refund or a reversal. */
  montant: amountSchema,
  /** Shares of the amount: échéances of the fiscal year, other years, advance for the year. */
  exercice: amountSchema,
  autres: amountSchema,
  avance: amountSchema,
  /** Reversed since, or itself a reversal. */
  extourne: z.enum(['extournée', 'rejetée', 'extourne']).nullable(),
  agent: agentSchema.nullable(),
});

/**
 * The individual sheet of a fiscal year: what the year plans, what paid it, and the balance. It lists the payments of
 * the year and payments of other years that went to it, so that exercice + avance over all of them is the amount paid
 * for the year.
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
  /** Exonérations in force in the fiscal year. */
  exonerations: z.array(exonereSchema),
  /** Suspensions and moratoires that reach it in the fiscal year. */
  suspensions: z.array(suspenduSchema),
  mouvements: z.array(mouvementSchema),
  compte: compteSchema,
});
export type FicheIndividuelle = z.infer<typeof ficheIndividuelleSchema>;
