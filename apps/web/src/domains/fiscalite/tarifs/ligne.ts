/** A rate as the wizard of a tax holds it. */
import type { Whole } from '#src/ui/form/WholeInput.tsx';

/** What goes with rates by the unit, as typed. */
export interface Regles {
  franchise: Whole;
  minimum: Whole;
  maximum: Whole;
  arrondi: number;
}
/** One rate of a year; the label is empty if the tax has no précisions. */
export interface Ligne {
  /** Id of the stored précision of this row, even if its label changes. */
  id?: number;
  libelle: string;
  /** Whole francs, empty, or NaN for an invalid amount. */
  tarif: Whole;
  /** First day of the rate, empty while it is not entered; absent: that of the year. */
  depuis?: string;
  /** The place is left out from `depuis` on, instead of having a rate. */
  exclue?: true;
  /** Whether the rate is that of one unit; absent: it was never said. */
  parUnite?: boolean;
  /** The quantity that its tranche begins at, or empty: the précision is chosen; absent: it was never said. */
  seuil?: Whole;
  /** What goes with the rates by the unit of its year and place; absent: it was never said. */
  regles?: Regles;
}
