/** What a table that somebody sends may cost, and how one that would cost more is told so. */

/** Bytes of the file; one of a hundred thousand rows is a fifth of it. */
export const MAX_TABLE_BYTES = 60 * 1024 * 1024;
export const MAX_COLUMNS = 60;
/** Bytes of a workbook once unfolded: it is read as a whole. */
export const MAX_UNFOLDED = 250 * 1024 * 1024;
/** Signs of a row. */
export const MAX_ROW_SIGNS = 100_000;
/** Signs of all rows: a workbook says once what a million cells show. */
export const MAX_SIGNS = 120_000_000;

export interface ReadingBounds {
  /** Megabytes of the process that reads, beside the file itself. */
  memory: number;
  /** Milliseconds that it may be silent. */
  patience: number;
}
export const READING: ReadingBounds = { memory: 768, patience: 60_000 };

/** A file that is not taken; `message` is for the person who sent it, in French. */
export class Refusal extends Error {}
