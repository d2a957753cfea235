/**
 * What a receipt said when it was given: kept with its payment, so that it is shown and printed the same, whatever becomes of
 * the taxpayer, the agent or the method of payment.
 */
export interface Emis {
  collectivite: string;
  nom: string;
  /** Null where the office had not numbered the taxpayer yet. */
  numKlis: string | null;
  lieu: string;
  agent: string;
  /** Method of payment, and whether its operator has yet to confirm. */
  moyen: string;
  especes: boolean;
  aConfirmer: boolean;
  /** Francs that were left to pay after it, as far as the phone knew; null: unknown. */
  reste: number | null;
}
