/** What one payer hands over at once at the counter, for one taxpayer or for several. */
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
import { chequeSchema, given, line } from './cheque.ts';
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
  /** The year that is paid first; the oldest dues where it is left out. */
  annee: yearSchema.nullish(),
});

/** One sum by one method, split among taxpayers of one collectivité; all of it is booked, or nothing. */
export const encaissementBody = z
  .object({
    /** Whoever hands the money over; a lone taxpayer where it is left out. */
    payeur: z
      .object({ nom: given(120, ENCAISSEMENT_MESSAGES.payeur), telephone: line(40).nullish() })
      .nullish(),
    moyenPaiement: referenceSchema,
    montant: montantSchema,
    /** Cash that was handed over; what is above the amount is given back, and is no income. */
    recuEnMain: francs({ min: 0, max: MAX_PAIEMENT }).nullish(),
    cheque: chequeSchema.nullish(),
    /** The operator's reference of a payment for a lone taxpayer. */
    noTransaction: given(60, ENCAISSEMENT_MESSAGES.numero).nullish(),
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
  /** Its transaction. */
  id: idSchema,
  noTransaction: z.string(),
  numeroRecu: z.string().nullable(),
  statut: z.enum(STATUTS_TRANSACTION),
  montant: amountSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  moyenPaiement: nestedSchema,
  /** Taken back since. */
  annulee: z.boolean(),
  /** The payment in whose place it stands, and the one that stands in its place. */
  remplace: lienSchema,
  remplacePar: lienSchema,
});
export type LigneEncaissement = z.infer<typeof ligneSchema>;

export const encaissementSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  payeur: z.object({ nom: z.string(), telephone: z.string().nullable() }),
  /** Francs, as they were taken. */
  montant: amountSchema,
  recuEnMain: amountSchema.nullable(),
  /** Given back in cash: `recuEnMain` − `montant`. */
  rendu: amountSchema,
  moyenPaiement: nestedSchema.extend({ nature: z.enum(NATURES_MOYEN) }),
  cheque: chequeSchema.nullable(),
  /** The till session that the cash went into. */
  sessionCaisse: idSchema.nullable(),
  createdAt: z.string(),
  createdBy: agentSchema,
  etat: z.enum(ETATS_ENCAISSEMENT),
  /** In the order of their receipts, what was booked in place of another last. */
  lignes: z.array(ligneSchema),
});
export type Encaissement = z.infer<typeof encaissementSchema>;

/** One's own of a day, today's where none is named; the last first. */
export const encaissementsQuery = z.object({ jour: daySchema.optional() });

const motif = given(500, PAIEMENT_MESSAGES.motif);

/** Takes back what was just taken: all of it, or some of its payments. */
export const annulationBody = z.object({
  motif,
  /** Transactions of it; all that still stand where it is left out. */
  lignes: z.array(idSchema).min(1).max(MAX_LIGNES_ENCAISSEMENT).nullish(),
});
export type AnnulationBody = z.infer<typeof annulationBody>;

/** What the bank says of a cheque that it did not pay; its notice comes with it. */
export const rejetQuery = z.object({ motif });

const reimputation = z.object({
  contribuable: referenceSchema.nullish(),
  moyenPaiement: referenceSchema.nullish(),
  motif,
});
const saysOther = ({ contribuable, moyenPaiement }: z.infer<typeof reimputation>): boolean =>
  Boolean(contribuable || moyenPaiement);
const AUTRE = { path: ['contribuable'], message: ENCAISSEMENT_MESSAGES.autre };

/** Books a payment anew, for another taxpayer or by another method: no money moves. */
export const reimputationTransactionBody = reimputation.refine(saysOther, AUTRE);
export type ReimputationTransactionBody = z.infer<typeof reimputationTransactionBody>;

/** The same of one payment of an encaissement. */
export const reimputationBody = reimputation
  .extend({
    /** The transaction that was wrong. */
    ligne: idSchema,
  })
  .refine(saysOther, AUTRE);
export type ReimputationBody = z.infer<typeof reimputationBody>;

export const repartitionQuery = z.object({
  montant: z.coerce.number().pipe(montantSchema),
  annee: yearSchema.optional(),
});

/** What a payment would pay if it were booked now. */
export const repartitionSchema = z.object({
  /** In the order in which they are paid. */
  parts: z.array(z.object({ echeance: idSchema, annee: z.int(), montant: amountSchema })),
  /** What exceeds all dues. */
  avance: amountSchema,
  /** Left to pay of all years afterwards. */
  restera: amountSchema,
});
export type Repartition = z.infer<typeof repartitionSchema>;
