/**
 * The content of a receipt when given: stored with its payment, so that it is later shown and printed unchanged,
 * whatever changes in the taxpayer, the agent or the method.
 */
export interface Emis {
  collectivite: string;
  nom: string;
  /** Null if the office had not numbered the taxpayer yet. */
  numKlis: string | null;
  lieu: string;
  agent: string;
  /** Payment method, and whether its operator must still confirm. */
  moyen: string;
  especes: boolean;
  aConfirmer: boolean;
  /** Amount left to pay after it in francs, as far as the phone knew; null: unknown. */
  reste: number | null;
}
