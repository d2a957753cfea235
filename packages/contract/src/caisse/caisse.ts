/** Tills as calls carry them (ADR 0034). Amounts are whole francs. */
import { z } from 'zod';
import {
  inDigits,
  amountSchema,
  daySchema,
  francs,
  idSchema,
  listQuerySchema,
  nestedSchema,
  referenceSchema,
} from '../platform/http/schemas.ts';
import {
  CAISSE_MESSAGES,
  COUPURES,
  DESTINATIONS,
  MAX_BILLETS,
  MAX_FONDS,
  MAX_VERSEMENT,
  REGLEMENTS,
  STATUTS_ECART,
  STATUTS_VERSEMENT,
} from './rules.ts';

const texte = z.string().trim().max(2000);
const motif = texte.min(1, CAISSE_MESSAGES.motif);
/** A count by denomination. */
export const billetsSchema = z.partialRecord(
  z.enum(COUPURES.map((coupure) => `${coupure}` as const)),
  z.int().min(0).max(MAX_BILLETS),
);

const ecartBref = z.object({ id: idSchema, montant: amountSchema, statut: z.enum(STATUTS_ECART) });

/** A till session; its expected amount is given only once the cash is counted. */
export const sessionCaisseRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  titulaire: nestedSchema,
  jour: z.string(),
  ouverteLe: z.string(),
  fermeeLe: z.string().nullable(),
  /** When the holder counted it on a device; it was received at `fermeeLe`. */
  compteeLe: z.string().nullable(),
  fermeePar: nestedSchema.nullable(),
  fonds: amountSchema,
  recu: amountSchema.nullable(),
  annule: amountSchema.nullable(),
  /** Sales without a taxpayer (valeurs inactives). */
  vendu: amountSchema.nullable(),
  attendu: amountSchema.nullable(),
  compte: amountSchema.nullable(),
  ecart: ecartBref.nullable(),
  procesVerbal: z.string().nullable(),
});
export type SessionCaisseRow = z.infer<typeof sessionCaisseRowSchema>;

export const controleCaisseSchema = z.object({
  id: idSchema,
  createdAt: z.string(),
  controleur: nestedSchema,
  compte: amountSchema,
  /** Given once the session is counted, or in the reply to the count. */
  attendu: amountSchema.nullable(),
  procesVerbal: z.string(),
});
export type ControleCaisse = z.infer<typeof controleCaisseSchema>;

export const sessionCaisseSchema = sessionCaisseRowSchema.extend({
  billets: z.record(z.string(), z.int()).nullable(),
  /** The count of the opening, in francs, and its écart; null where nothing was counted then. */
  ouverture: z
    .object({ compte: amountSchema, attendu: amountSchema, ecart: ecartBref.nullable() })
    .nullable(),
  controles: z.array(controleCaisseSchema),
});
export type SessionCaisse = z.infer<typeof sessionCaisseSchema>;

export const ouvertureBody = z.object({
  regie: referenceSchema,
  fonds: francs({ min: 0, max: MAX_FONDS }).default(0),
  /** What is in the till, the float included; required where the régie asks for it. */
  billets: billetsSchema.optional(),
});
export type OuvertureBody = z.infer<typeof ouvertureBody>;
export const clotureBody = z.object({ billets: billetsSchema, procesVerbal: texte.optional() });
export type ClotureBody = z.infer<typeof clotureBody>;
export const controleBody = z.object({
  billets: billetsSchema,
  procesVerbal: texte.min(1, 'Veuillez écrire le procès-verbal du contrôle.'),
});
export type ControleBody = z.infer<typeof controleBody>;

/** The cash that one person is responsible for in a régie. */
const detentionSchema = z.object({
  entite: nestedSchema,
  regie: nestedSchema,
  titulaire: nestedSchema,
  /** The open session, and whether its day is over. */
  session: z.object({ id: idSchema, jour: z.string(), aCompter: z.boolean() }).nullable(),
  /** Francs; null while a session is open: the amount stays hidden until the cash is counted. */
  detenu: amountSchema.nullable(),
  /** Francs of it that are declared as handed over and not yet received. */
  enTransit: amountSchema,
  /** Unsettled differences of counts, in francs: above 0 for a surplus, below 0 for a shortage. */
  ecarts: amountSchema,
  /** Since when part of the held cash has not been handed over. */
  depuis: z.string().nullable(),
  plafond: amountSchema,
  delaiJours: z.int(),
  tropDetenu: z.boolean(),
  tropLongtemps: z.boolean(),
});
export type Detention = z.infer<typeof detentionSchema>;

export const detentionsQuery = z.object({ entite: inDigits(idSchema).optional() });
export type DetentionsQuery = z.infer<typeof detentionsQuery>;
export const detentionsSchema = z.object({ data: z.array(detentionSchema) });

export const versementRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  declarant: nestedSchema,
  destination: z.enum(DESTINATIONS),
  destinataire: nestedSchema.nullable(),
  montant: amountSchema,
  reference: z.string().nullable(),
  statut: z.enum(STATUTS_VERSEMENT),
  recu: amountSchema.nullable(),
  decidePar: nestedSchema.nullable(),
  decideLe: z.string().nullable(),
  motif: z.string().nullable(),
  /** Whether a photo of the deposit slip is attached. */
  bordereau: z.boolean(),
  createdAt: z.string(),
});
export type VersementRow = z.infer<typeof versementRowSchema>;

/**
 * The person's own till: the open session, the régies where they may open one, the cash they hold, and the versements
 * from or to them.
 */
export const maCaisseSchema = z.object({
  session: sessionCaisseRowSchema.nullable(),
  aCompter: z.boolean(),
  regies: z.array(nestedSchema.extend({ comptageOuverture: z.boolean() })),
  detentions: z.array(detentionSchema),
  versements: z.array(versementRowSchema),
});
export type MaCaisse = z.infer<typeof maCaisseSchema>;

export const versementBody = z
  .object({
    regie: referenceSchema,
    destination: z.enum(DESTINATIONS),
    destinataire: referenceSchema.optional(),
    montant: francs({ max: MAX_VERSEMENT }),
    reference: z.string().trim().max(60).optional(),
  })
  .refine(({ destination, destinataire }) => destination !== 'détenteur' || destinataire !== undefined, {
    path: ['destinataire'],
    message: CAISSE_MESSAGES.destinataire,
  });
export type VersementBody = z.infer<typeof versementBody>;
export const receptionBody = z.object({
  recu: francs({ min: 0, max: MAX_VERSEMENT }),
  motif: texte.optional(),
});
export type ReceptionBody = z.infer<typeof receptionBody>;
export const refusVersementBody = z.object({ motif });

export const ecartRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  titulaire: nestedSchema,
  session: z.object({ id: idSchema, jour: z.string() }).nullable(),
  /** Whether the count of an opening found it. */
  ouverture: z.boolean(),
  versement: z.object({ id: idSchema }).nullable(),
  montant: amountSchema,
  statut: z.enum(STATUTS_ECART),
  explication: z.string().nullable(),
  reglement: z.enum(REGLEMENTS).nullable(),
  reglePar: nestedSchema.nullable(),
  regleLe: z.string().nullable(),
  motif: z.string().nullable(),
  createdAt: z.string(),
});
export type EcartRow = z.infer<typeof ecartRowSchema>;
/** The sums of a list, in francs. */
export const versementTotalsSchema = z.object({
  total_records: z.int().min(0),
  montant: amountSchema,
  recu: amountSchema,
});
export type VersementTotals = z.infer<typeof versementTotalsSchema>;
export const ecartTotalsSchema = versementTotalsSchema.omit({ recu: true });
export type EcartTotals = z.infer<typeof ecartTotalsSchema>;
export const explicationBody = z.object({ explication: texte.min(1, 'Veuillez entrer l’explication.') });
export const reglementBody = z.object({ reglement: z.enum(REGLEMENTS), motif });
export type ReglementBody = z.infer<typeof reglementBody>;

/** The till lists: filtered by collectivité and by days. */
export const caisseListQuery = listQuerySchema.extend({
  entite: inDigits(idSchema).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
});
export type CaisseListQuery = z.infer<typeof caisseListQuery>;
