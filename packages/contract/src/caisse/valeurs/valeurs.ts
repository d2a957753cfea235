/** Tickets and counterfoil books as calls carry them (ADR 0038). Amounts are whole francs. */
import { z } from 'zod';
import { days, placedListQuery, withDaysInOrder } from '../../pilotage/figures.ts';
import {
  amountSchema,
  daySchema,
  idSchema,
  nestedSchema,
  referenceSchema,
} from '../../platform/http/schemas.ts';
import { caisseListQuery } from '../caisse.ts';
import {
  ACTES_VALEUR,
  MAX_NUMERO,
  numerosFault,
  SORTES_VALEUR,
  STATUTS_VENTE,
  VALEUR_MESSAGES,
} from './valeur-rules.ts';
import { placeSchema } from '../../platform/listing/names.ts';

const numero = z.int().min(1).max(MAX_NUMERO);
const parts = z.array(z.tuple([z.int(), z.int()]));
const categorieSchema = nestedSchema.extend({ sorte: z.enum(SORTES_VALEUR), valeur: amountSchema });

/** Consecutive numbers held by one person. */
export const valeurRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  categorie: categorieSchema,
  /** The holder; null for the stock of the régie. */
  agent: nestedSchema.nullable(),
  de: z.int(),
  a: z.int(),
  nombre: z.int(),
  /** At their face value. */
  montant: amountSchema,
});
export type ValeurRow = z.infer<typeof valeurRowSchema>;
/** For one collectivité, or for all. */
export const valeurQuery = caisseListQuery.omit({ from: true, to: true });
export type ValeurQuery = z.infer<typeof valeurQuery>;
export const valeurTotalsSchema = z.object({ total_records: z.int().min(0), montant: amountSchema });
export type ValeurTotals = z.infer<typeof valeurTotalsSchema>;

interface Typed {
  de: number;
  a: number;
}
const withNumeros = <Body extends z.ZodType<Typed>>(body: Body): Body =>
  body.superRefine(({ de, a }, context) => {
    const message = numerosFault(de, a);
    if (message) context.addIssue({ code: 'custom', path: ['a'], message });
  });

export const mouvementValeurBody = withNumeros(
  z
    .object({
      acte: z.enum(ACTES_VALEUR),
      regie: referenceSchema,
      categorie: referenceSchema,
      /** The agent who receives, returns or lost the numbers; absent for the stock of the régie. */
      agent: referenceSchema.nullish(),
      de: numero,
      a: numero,
      reference: z.string().trim().max(60).optional(),
      motif: z.string().trim().max(2000).optional(),
      /** The number of the procès-verbal of a loss. */
      procesVerbal: z.string().trim().max(60).optional(),
    })
    .superRefine(({ acte, agent, motif, procesVerbal }, context) => {
      const fault = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [path], message });
      if ((acte === 'remis' || acte === 'rendu') && !agent) fault('agent', VALEUR_MESSAGES.agent);
      if ((acte === 'reçu' || acte === 'renvoyé') && agent) fault('agent', VALEUR_MESSAGES.sansAgent);
      if (acte === 'perdu' && !motif) fault('motif', VALEUR_MESSAGES.motif);
      if (acte === 'perdu' && !procesVerbal) fault('procesVerbal', VALEUR_MESSAGES.procesVerbal);
    }),
);
export type MouvementValeurBody = z.infer<typeof mouvementValeurBody>;

/** What a movement changed. */
export const mouvementValeurSchema = z.object({ id: idSchema, nombre: z.int(), montant: amountSchema });
export type MouvementValeur = z.infer<typeof mouvementValeurSchema>;

export const venteRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  categorie: categorieSchema,
  agent: nestedSchema,
  /** Place of the sale. */
  ramification: placeSchema,
  taxe: nestedSchema.nullable(),
  de: z.int(),
  a: z.int(),
  nombre: z.int(),
  /** Francs received; 0 once the sale is cancelled. */
  montant: amountSchema,
  statut: z.enum(STATUTS_VENTE),
  vendueLe: z.string(),
  /** Why it was cancelled. */
  motif: z.string().nullable(),
});
export type VenteRow = z.infer<typeof venteRowSchema>;

/** Days are sale days; place and period filter as for other received money. */
export const venteQuerySchema = withDaysInOrder(placedListQuery.extend(days));
export type VenteQuery = z.infer<typeof venteQuerySchema>;

export const venteBody = withNumeros(
  z.object({
    categorie: referenceSchema,
    de: numero,
    a: numero,
    /** The market. */
    ramification: referenceSchema,
    /** Today; any other day is refused. */
    jour: daySchema.optional(),
  }),
);
export type VenteBody = z.infer<typeof venteBody>;
export const annulationVenteBody = z.object({
  motif: z.string().trim().min(1, VALEUR_MESSAGES.motif).max(2000),
});

/** The numbers that a person holds and may sell. */
export const mesValeursSchema = z.object({
  data: z.array(
    z.object({
      entite: nestedSchema,
      regie: nestedSchema,
      categorie: categorieSchema,
      nombre: z.int(),
      numeros: parts,
    }),
  ),
});
export type MesValeurs = z.infer<typeof mesValeursSchema>;

/** Movements of one category, for one agent or a whole régie; counted in numbers. */
export const releveValeurRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  regie: nestedSchema,
  categorie: categorieSchema,
  agent: nestedSchema.nullable(),
  ouverture: z.int(),
  recu: z.int(),
  vendu: z.int(),
  rendu: z.int(),
  perdu: z.int(),
  cloture: z.int(),
  recus: parts,
  vendus: parts,
  rendus: parts,
  perdus: parts,
  /** Francs sold, and francs held at the end. */
  montantVendu: amountSchema,
  montantCloture: amountSchema,
});
export type ReleveValeurRow = z.infer<typeof releveValeurRowSchema>;
export const releveValeurTotalsSchema = z.object({
  total_records: z.int().min(0),
  montantVendu: amountSchema,
  montantCloture: amountSchema,
});
export type ReleveValeurTotals = z.infer<typeof releveValeurTotalsSchema>;
/**
 * `compte=regie`: one row per régie, with movements from and to the accountant; otherwise one row per agent, with
 * movements from and to the régie.
 */
export const releveValeurQuery = withDaysInOrder(
  caisseListQuery.extend({ compte: z.enum(['agents', 'regie']).default('agents') }),
);
export type ReleveValeurQuery = z.infer<typeof releveValeurQuery>;
