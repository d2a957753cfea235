import { ACTE_IMMEDIAT, MAX_EXPORT_DIRECT, MAX_SHEETS_DIRECT } from '@octroi/contract';

/** How much is done while a person waits; what is more becomes a long work. Tests pass smaller numbers. */
export interface Thresholds {
  /** Records that one act takes on at once. */
  acte: number;
  /** Rows of a list's file that is made while it is fetched. */
  lignes: number;
  /** Statements of such a file. */
  releves: number;
  /** Rows of one step of an import. */
  pas: number;
  /** Works of a kind that one person may have waiting or under way. */
  ouverts: number;
  /** Files and selections that are made while one person waits for them, at the same moment. */
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
