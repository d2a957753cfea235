/** What is left to pay, as a receipt tells it beside what it paid. Pure. */
import type { Compte } from '../contribuables/fiche/compte.ts';
import { resteOf } from '../contribuables/fiche/solde.ts';
import type { Attente } from '../paiements/attente.ts';

/** In francs: what is left of each year, less what is paid in advance, is the total, which is never below 0. */
export interface Reste {
  /** The day on which it is looked at. */
  jour: string;
  restes: { annee: number; montant: number }[];
  avance: number;
  total: number;
  /** What waits for a confirmation beside it. */
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
