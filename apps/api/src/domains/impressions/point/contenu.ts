/** What « Point du mois » tells: gathered by its service, drawn by `point.drawing.ts`. */
import type { DayRange, Papier } from '@octroi/contract';
import type { PointFigures } from '#src/domains/pilotage/index.ts';

/** What waits: a number, and what it counts. */
export interface Attente {
  label: string;
  nombre: number;
}

export interface ContenuPoint extends PointFigures {
  entite: string;
  papier: Papier;
  /** PNG. */
  ecusson: Uint8Array | undefined;
  jours: DayRange;
  /** Day on which it is made: arrears and what waits are as of that day. */
  jour: string;
  /** The largest arrears; null without the right to see names. */
  debiteurs: { nom: string; lieu: string; montant: number; arrieres: number }[] | null;
  attentes: Attente[];
}
