/** What devices send: an ordered log of commands, each answered on its own, the same answer for ever (ADR 0040). */
import { z } from 'zod';
import { billetsSchema } from '../caisse/caisse.ts';
import { CAISSE_MESSAGES, DESTINATIONS, MAX_FONDS, MAX_VERSEMENT } from '../caisse/rules.ts';
import { MAX_NUMERO } from '../caisse/valeurs/valeur-rules.ts';
import { MAX_PAIEMENT, PAIEMENT_MESSAGES } from '../paiements/rules.ts';
import { ISSUES } from '../recouvrement/visites.ts';
import { daySchema, francs, idSchema, referenceSchema, yearSchema } from '../platform/http/schemas.ts';
import {
  MAX_COMMANDES,
  MAX_REFERENCE,
  MAX_TELEPHONE,
  STATUTS_APPAREIL,
  TERRAIN_MESSAGES,
  TYPES_COMMANDE,
} from './rules.ts';

const MAX_SEQUENCE = 2_000_000_000;
const instant = z.iso.datetime({ offset: true });
export const empreintePhoto = z.string().regex(/^[0-9a-f]{64}$/);

/** A taxpayer: by its id, or by the name that the device gave to one whom it enrolled. */
export const contribuableTerrain = z.union([
  z.object({ id: idSchema }).strict(),
  z.object({ local: z.uuid() }).strict(),
]);
export type ContribuableTerrain = z.infer<typeof contribuableTerrain>;

/** As `POST /v2/contribuables` takes the rest of it. */
const corpsEnrolement = z.looseObject({
  local: z.uuid(),
  /** Metres. */
  precisionPosition: z.number().min(0).max(1_000_000).nullish(),
  photo: empreintePhoto.nullish(),
});
/** As `PATCH /v2/contribuables/{id}` takes `champs`. */
const corpsCorrection = z.object({
  contribuable: contribuableTerrain,
  champs: z.looseObject({}),
  photo: empreintePhoto.nullish(),
});
/** As `POST /v2/enrollements` takes `ligne`. */
const corpsLigne = z.object({ contribuable: contribuableTerrain, ligne: z.looseObject({}) });
export const corpsPaiement = z.object({
  contribuable: contribuableTerrain,
  montant: francs({ max: MAX_PAIEMENT }),
  moyenPaiement: referenceSchema,
  /** `numeroDe(serieDe(…), rang)`, and its rank. */
  recu: z
    .string()
    .max(60)
    .regex(/^\P{C}*$/u),
  rang: z.int().min(1).max(MAX_SEQUENCE),
  /** The year that is paid first; the oldest dues where it is left out. */
  annee: yearSchema.nullish(),
  /** The operator's reference. */
  noTransaction: z.string().trim().min(1).max(MAX_REFERENCE).nullish(),
  telephonePayeur: z.string().trim().max(MAX_TELEPHONE).nullish(),
  /** What the receipt's QR carries, drawn by the device. */
  code: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{20}$/)
    .nullish(),
});
export type CorpsPaiement = z.output<typeof corpsPaiement>;
/** What is sure of a payment that has not its form: how much was taken, which is booked, and what else can be read of it. */
export const corpsPaiementIncomplet = z.object({
  montant: corpsPaiement.shape.montant,
  moyenPaiement: referenceSchema.catch(0),
  recu: corpsPaiement.shape.recu.catch(''),
  rang: corpsPaiement.shape.rang.catch(1),
  noTransaction: corpsPaiement.shape.noTransaction.catch(null),
  code: corpsPaiement.shape.code.catch(null),
});
export type CorpsPaiementIncomplet = z.output<typeof corpsPaiementIncomplet>;
/** By its receipt, or by the command that it came with. */
const corpsAnnulation = z
  .object({
    recu: z.string().max(60).optional(),
    sequence: z.int().min(1).max(MAX_SEQUENCE).optional(),
    motif: z.string().trim().min(1, PAIEMENT_MESSAGES.motif).max(500),
  })
  .refine(({ recu, sequence }) => (recu === undefined) !== (sequence === undefined), {
    path: ['recu'],
    message: TERRAIN_MESSAGES.pasDePaiement,
  });
/** What came of a visit of a tour of that day; `promis` is francs. */
export const corpsVisite = z.object({
  contribuable: contribuableTerrain,
  issue: z.enum(ISSUES),
  promisLe: daySchema.nullish(),
  promis: francs({ max: MAX_PAIEMENT }).nullish(),
  note: z.string().trim().max(500).nullish(),
  tournee: idSchema.nullish(),
});
/** Opens the agent's till; of the only régie where none is named. */
export const corpsSession = z.object({
  acte: z.literal('ouverture'),
  fonds: francs({ min: 0, max: MAX_FONDS }).default(0),
  regie: referenceSchema.nullish(),
});
/** Counts and closes it. */
const corpsComptage = z.object({ billets: billetsSchema });
export const corpsVersement = z
  .object({
    montant: francs({ max: MAX_VERSEMENT }),
    destination: z.enum(DESTINATIONS),
    destinataire: referenceSchema.nullish(),
    regie: referenceSchema.nullish(),
    reference: z.string().trim().max(MAX_REFERENCE).nullish(),
    photo: empreintePhoto.nullish(),
  })
  .refine(({ destination, destinataire }) => destination !== 'détenteur' || !!destinataire, {
    path: ['destinataire'],
    message: CAISSE_MESSAGES.destinataire,
  });
const corpsVente = z.object({
  categorie: referenceSchema,
  de: z.int().min(1).max(MAX_NUMERO),
  a: z.int().min(1).max(MAX_NUMERO),
  ramification: referenceSchema,
});

/** What each type of command carries. */
export const CORPS = {
  enrolement: corpsEnrolement,
  correction: corpsCorrection,
  ligne: corpsLigne,
  paiement: corpsPaiement,
  annulation: corpsAnnulation,
  visite: corpsVisite,
  session: corpsSession,
  comptage: corpsComptage,
  versement: corpsVersement,
  vente: corpsVente,
} as const;
export type Corps<Type extends keyof typeof CORPS> = z.output<(typeof CORPS)[Type]>;
export type CorpsEnvoye<Type extends keyof typeof CORPS> = z.input<(typeof CORPS)[Type]>;

export const commandeSchema = z.object({
  /** From 1, without gaps, in the order in which it was done. */
  sequence: z.int().min(1).max(MAX_SEQUENCE),
  type: z.enum(TYPES_COMMANDE),
  /** By the device's clock. */
  faitLe: instant,
  /** Milliseconds, the server's clock less the device's, as last known when it was done; null: never known. */
  decalage: z.int().min(-4_000_000_000_000).max(4_000_000_000_000).nullable(),
  /** Checked for itself: one that is wrong is refused alone. */
  corps: z.record(z.string(), z.unknown()),
});
export type Commande = z.infer<typeof commandeSchema>;

/** A batch. `octroi-signature` is its ECDSA-P256-SHA256 (base64url, r‖s) over these very bytes, unpacked. */
export const commandesBody = z.object({
  appareil: idSchema,
  /** Of the app. */
  version: z.string().max(40),
  /** Commands that are left on the device once this batch is received. */
  enAttente: z.int().min(0).max(1_000_000),
  horloge: instant,
  commandes: z.array(commandeSchema).max(MAX_COMMANDES, TERRAIN_MESSAGES.tropDeCommandes),
});
export type CommandesBody = z.infer<typeof commandesBody>;

const ETATS_COMMANDE = ['accepte', 'refuse', 'deja'] as const;

const resultatSchema = z.object({
  contribuable: idSchema.optional(),
  numKlis: z.string().optional(),
  transaction: idSchema.optional(),
  numeroRecu: z.string().nullable().optional(),
  /** Booked under « Recettes à classer ». */
  classe: z.boolean().optional(),
  enrollement: idSchema.optional(),
  visite: idSchema.optional(),
  session: idSchema.optional(),
  versement: idSchema.optional(),
  vente: idSchema.optional(),
});
export type ResultatCommande = z.infer<typeof resultatSchema>;

const reponseCommandeSchema = z.object({
  sequence: z.int(),
  etat: z.enum(ETATS_COMMANDE),
  /** What the first answer was, of one that was received before. */
  premier: z.enum(['accepte', 'refuse']).optional(),
  /** Why it was refused, or what the office looks at. */
  code: z.string().optional(),
  message: z.string().optional(),
  resultat: resultatSchema.optional(),
});
export type ReponseCommande = z.infer<typeof reponseCommandeSchema>;

export const commandesReply = z.object({
  heure: z.string(),
  appareil: z.object({
    statut: z.enum(STATUTS_APPAREIL),
    /** Whether the account of its agent is enabled; where not, its app takes nothing more. */
    agentActif: z.boolean(),
    dernierSequence: z.int(),
  }),
  data: z.array(reponseCommandeSchema),
});
export type CommandesReply = z.infer<typeof commandesReply>;
