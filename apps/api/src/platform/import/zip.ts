/** Decompresses the XML files of a workbook within limits: the sizes declared in a ZIP file are not trusted. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
export const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const END_BYTES = 22;
export const ENTRY_BYTES = 46;
export const FILE_BYTES = 30;
/** The end record, and the longest comment after it. */
export const TAIL = END_BYTES + 65_535;
const STORED = 0;
const DEFLATED = 8;

/** The decompressed size exceeds the limit. */
export class TooLarge extends Error {}

/** Files of a ZIP archive by name, decompressed on demand. */
export interface Archive {
  names: readonly string[];
  /**
   * @returns undefined if there is no such file
   * @throws TooLarge; RangeError or an error of zlib if the archive is broken
   */
  unzip: (name: string) => Buffer | undefined;
}

/**
 * Position of the directory, and its number of files.
 * @param zip the archive, or its end
 */
export function directoryOf(zip: Buffer): { at: number; files: number } {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - TAIL); at--)
    if (zip.readUInt32LE(at) === END)
      return { at: zip.readUInt32LE(at + 16), files: zip.readUInt16LE(at + 10) };
  throw new RangeError('no directory');
}

/**
 * @param max maximum bytes of all decompressed files
 * @throws RangeError if the archive is broken
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
  let remaining = max;
  return {
    names: [...entries.keys()],
    unzip(name) {
      const at = entries.get(name);
      if (at === undefined) return undefined;
      const content = unzip(zip, at, remaining);
      remaining -= content.length;
      return content;
    },
  };
}

function unzip(zip: Buffer, entry: number, max: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const at = zip.readUInt32LE(entry + 42);
  const from = at + FILE_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const compressed = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
  if (compressed.length > max || max === 0) throw new TooLarge();
  return inflate(method, compressed, max);
}

/** @throws TooLarge; RangeError or an error of zlib if the archive is broken */
export function inflate(method: number, compressed: Buffer, max: number): Buffer {
  if (method === STORED) return compressed;
  if (method !== DEFLATED) throw new RangeError('another compression');
  try {
    return inflateRawSync(compressed, { maxOutputLength: max });
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}

/** One uncompressed file of a new archive: the library then needs no more memory than was counted. Its checksum is not set. */
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
