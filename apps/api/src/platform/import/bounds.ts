/** Limits of uploaded tables, and the error for the person who sent one. */

/** Bytes of the file; a hundred thousand rows take a fifth of it. */
export const MAX_TABLE_BYTES = 60 * 1024 * 1024;
export const MAX_COLUMNS = 60;
/** Bytes of a decompressed workbook, which is read as a whole. */
export const MAX_UNZIPPED = 250 * 1024 * 1024;
/** Characters of a row. */
export const MAX_ROW_CHARACTERS = 100_000;
/** Characters of all rows: a workbook stores a text once, even if a million cells show it. */
export const MAX_CHARACTERS = 120_000_000;

export interface ReadingBounds {
  /** Megabytes of the reading process, besides the file itself. */
  memory: number;
  /** Milliseconds in which it must answer. */
  patience: number;
}
export const READING: ReadingBounds = { memory: 768, patience: 60_000 };

/** A refused file; `message` is for the person who sent it, in French. */
export class Refusal extends Error {}
