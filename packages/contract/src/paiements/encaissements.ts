/** Money that one payer hands over at the counter, for one taxpayer or several. */
import { z } from 'zod';
import { NATURES_MOYEN, STATUTS_TRANSACTION } from '../constants.ts';
import { sumBy } from '../platform/values/money.ts';
import {
  amountSchema,
  daySchema,
  francs,
  idSchema,
  nestedSchema,
  referenceSchema,
  yearSchema,
} from '../platform/http/schemas.ts';
import { chequeSchema, requiredLine, line } from './cheque.ts';
import {
  ENCAISSEMENT_MESSAGES,
  ETATS_ENCAISSEMENT,
  MAX_LIGNES_ENCAISSEMENT,
  MAX_PAIEMENT,
  PAIEMENT_MESSAGES,
} from './rules.ts';
import { agentSchema } from '../platform/listing/names.ts';

const montantSchema = francs({ max: MAX_PAIEMENT });
const ligneBody = z.object({
  contribuable: referenceSchema,
  montant: montantSchema,
  /** The year to pay first; the oldest échéances when absent. */
  annee: yearSchema.nullish(),
});

/** One sum by one method, split among taxpayers of one collectivité; booked completely or not at all. */
export const encaissementBody = z
  .object({
    /** The person who pays; absent when it is the single taxpayer. */
    payeur: z
      .object({ nom: requiredLine(120, ENCAISSEMENT_MESSAGES.payeur), telephone: line(40).nullish() })
      .nullish(),
    moyenPaiement: referenceSchema,
    montant: montantSchema,
    /** Cash received; the amount above `montant` is given back and is no income. */
    recuEnMain: francs({ min: 0, max: MAX_PAIEMENT }).nullish(),
    cheque: chequeSchema.nullish(),
    /** The operator's reference, for a payment of a single taxpayer. */
    noTransaction: requiredLine(60, ENCAISSEMENT_MESSAGES.numero).nullish(),
    lignes: z
      .array(ligneBody)
      .min(1, ENCAISSEMENT_MESSAGES.lignes)
      .max(MAX_LIGNES_ENCAISSEMENT, ENCAISSEMENT_MESSAGES.tropDeLignes),
  })
  .superRefine(({ lignes, montant, payeur, recuEnMain, noTransaction }, issues) => {
    const say = (path: (string | number)[], message: string): void =>
      void issues.addIssue({ code: 'custom', path, message });
    const somme = sumBy(lignes, (ligne) => ligne.montant);
    if (somme !== montant) say(['montant'], ENCAISSEMENT_MESSAGES.somme(somme, montant));
    if (recuEnMain && recuEnMain < montant)
      say(['recuEnMain'], ENCAISSEMENT_MESSAGES.recu(recuEnMain, montant));
    lignes.forEach(({ contribuable }, rang) => {
      if (lignes.findIndex((other) => other.contribuable === contribuable) < rang)
        say(['lignes', rang, 'contribuable'], ENCAISSEMENT_MESSAGES.deuxFois);
    });
    if (lignes.length === 1) return;
    if (!payeur) say(['payeur', 'nom'], ENCAISSEMENT_MESSAGES.payeur);
    if (noTransaction) say(['noTransaction'], ENCAISSEMENT_MESSAGES.referenceSeule);
  });
export type EncaissementBody = z.infer<typeof encaissementBody>;

const lienSchema = z.object({ id: idSchema, numeroRecu: z.string().nullable() }).nullable();

const ligneSchema = z.object({
  /** Id of the transaction. */
  id: idSchema,
  noTransaction: z.string(),
  numeroRecu: z.string().nullable(),
  statut: z.enum(STATUTS_TRANSACTION),
  montant: amountSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  moyenPaiement: nestedSchema,
  /** Reversed since. */
  annulee: z.boolean(),
  /** The payment that it replaces, and the payment that replaces it. */
  remplace: lienSchema,
  remplacePar: lienSchema,
});
export type LigneEncaissement = z.infer<typeof ligneSchema>;

export const encaissementSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  payeur: z.object({ nom: z.string(), telephone: z.string().nullable() }),
  /** Francs, as entered. */
  montant: amountSchema,
  recuEnMain: amountSchema.nullable(),
  /** Change given back in cash: `recuEnMain` − `montant`. */
  rendu: amountSchema,
  moyenPaiement: nestedSchema.extend({ nature: z.enum(NATURES_MOYEN) }),
  cheque: chequeSchema.nullable(),
  /** Till session of the cash. */
  sessionCaisse: idSchema.nullable(),
  createdAt: z.string(),
  createdBy: agentSchema,
  etat: z.enum(ETATS_ENCAISSEMENT),
  /** In the order of their receipts; replacements last. */
  lignes: z.array(ligneSchema),
});
export type Encaissement = z.infer<typeof encaissementSchema>;

/** The person's own encaissements of a day, today by default; latest first. */
export const encaissementsQuery = z.object({ jour: daySchema.optional() });

const motif = requiredLine(500, PAIEMENT_MESSAGES.motif);

/** Cancels an encaissement, or some of its payments. */
export const annulationBody = z.object({
  motif,
  /** Transactions to cancel; all remaining ones when absent. */
  lignes: z.array(idSchema).min(1).max(MAX_LIGNES_ENCAISSEMENT).nullish(),
});
export type AnnulationBody = z.infer<typeof annulationBody>;

/** The bank's reason for returning a cheque; its notice is attached. */
export const rejetQuery = z.object({ motif });

const reimputation = z.object({
  contribuable: referenceSchema.nullish(),
  moyenPaiement: referenceSchema.nullish(),
  motif,
});
const saysOther = ({ contribuable, moyenPaiement }: z.infer<typeof reimputation>): boolean =>
  Boolean(contribuable || moyenPaiement);
const AUTRE = { path: ['contribuable'], message: ENCAISSEMENT_MESSAGES.autre };

/** Books a payment again for another taxpayer or by another method; no money moves. */
export const reimputationTransactionBody = reimputation.refine(saysOther, AUTRE);
export type ReimputationTransactionBody = z.infer<typeof reimputationTransactionBody>;

/** The same for one payment of an encaissement. */
export const reimputationBody = reimputation
  .extend({
    /** The wrong transaction. */
    ligne: idSchema,
  })
  .refine(saysOther, AUTRE);
export type ReimputationBody = z.infer<typeof reimputationBody>;

export const repartitionQuery = z.object({
  montant: z.coerce.number().pipe(montantSchema),
  annee: yearSchema.optional(),
});

/** How a payment would be split if it were booked now. */
export const repartitionSchema = z.object({
  /** In payment order. */
  parts: z.array(z.object({ echeance: idSchema, annee: z.int(), montant: amountSchema })),
  /** The amount above all échéances. */
  avance: amountSchema,
  /** Amount left to pay over all years afterwards. */
  restera: amountSchema,
});
export type Repartition = z.infer<typeof repartitionSchema>;
