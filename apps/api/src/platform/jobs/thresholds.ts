import { ACTE_IMMEDIAT, MAX_EXPORT_DIRECT, MAX_SHEETS_DIRECT } from '@octroi/contract';

/** Limits of what is done during a request; larger operations become jobs. Tests pass smaller numbers. */
export interface Thresholds {
  /** Records of one act. */
  acte: number;
  /** Rows of a list's file made during its download. */
  lignes: number;
  /** Statements of such a file. */
  releves: number;
  /** Rows per step of an import. */
  pas: number;
  /** Open jobs of one kind per person. */
  ouverts: number;
  /** Files and selections that one person may prepare at the same time. */
  fichiers: number;
}

export const THRESHOLDS: Thresholds = {
  acte: ACTE_IMMEDIAT,
  lignes: MAX_EXPORT_DIRECT,
  releves: MAX_SHEETS_DIRECT,
  pas: 1000,
  ouverts: 10,
  fichiers: 10,
};
