/** The amount left to pay, printed on a receipt next to the payment. Pure. */
import type { Compte } from '../contribuables/fiche/compte.ts';
import { resteOf } from '../contribuables/fiche/solde.ts';
import type { Attente } from '../paiements/attente.ts';

/** In francs: the total is the unpaid amount of each year less the advances, at least 0. */
export interface Reste {
  /** The reference day. */
  jour: string;
  restes: { annee: number; montant: number }[];
  avance: number;
  total: number;
  /** Payments waiting for confirmation, not deducted. */
  attentes?: readonly Attente[];
}

export function resteDe({ jour, echeances, exercices, attentes, solde }: Compte): Reste {
  const restes = exercices.map(({ annee }) => ({
    annee,
    montant: echeances.filter((each) => each.annee === annee).reduce((sum, each) => sum + resteOf(each), 0),
  }));
  return {
    jour,
    restes: restes.filter(({ montant }) => montant > 0),
    avance: solde.avance,
    total: solde.aPayer,
    attentes,
  };
}
