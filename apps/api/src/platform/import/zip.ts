/** The XML files of a workbook, unfolded within bounds: what a ZIP file says of its own sizes is not believed. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const FILE_BYTES = 30;
/** The end record, and the longest comment behind it. */
const TAIL = END_BYTES + 65_535;
const STORED = 0;
const DEFLATED = 8;

/** More would be unfolded than may be. */
export class TooLarge extends Error {}

/** Files of a ZIP archive by name, each unfolded when it is asked for. */
export interface Archive {
  names: readonly string[];
  /**
   * @returns nothing where there is no such file
   * @throws TooLarge; RangeError or an error of zlib where the archive is broken
   */
  unfold: (name: string) => Buffer | undefined;
}

/** Where the directory begins, and how many files it names. */
function directoryOf(zip: Buffer): { at: number; files: number } {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - TAIL); at--)
    if (zip.readUInt32LE(at) === END)
      return { at: zip.readUInt32LE(at + 16), files: zip.readUInt16LE(at + 10) };
  throw new RangeError('no directory');
}

/**
 * @param max bytes that all files that are asked for may take
 * @throws RangeError where the archive is broken
 */
export function openArchive(zip: Buffer, max: number): Archive {
  const entries = new Map<string, number>();
  const directory = directoryOf(zip);
  let entry = directory.at;
  for (let file = 0; file < directory.files; file++) {
    if (zip.readUInt32LE(entry) !== ENTRY) throw new RangeError('no entry');
    const nameEnd = entry + ENTRY_BYTES + zip.readUInt16LE(entry + 28);
    entries.set(zip.toString('latin1', entry + ENTRY_BYTES, nameEnd), entry);
    entry = nameEnd + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  let left = max;
  return {
    names: [...entries.keys()],
    unfold(name) {
      const at = entries.get(name);
      if (at === undefined) return undefined;
      const content = unfold(zip, at, left);
      left -= content.length;
      return content;
    },
  };
}

function unfold(zip: Buffer, entry: number, max: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const at = zip.readUInt32LE(entry + 42);
  const from = at + FILE_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
  if (packed.length > max || max === 0) throw new TooLarge();
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new RangeError('another compression');
  try {
    return inflateRawSync(packed, { maxOutputLength: max });
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}

/**
 * One file of an archive that is written anew, not folded: a reader takes no more memory than was counted.
 * Nothing checks its sum.
 */
export function* storedFile(name: string, content: Buffer): Generator<Buffer> {
  const bytes = Buffer.from(name, 'latin1');
  const head = Buffer.alloc(FILE_BYTES);
  head.writeUInt32LE(FILE, 0);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(bytes.length, 26);
  yield head;
  yield bytes;
  yield content;
}
