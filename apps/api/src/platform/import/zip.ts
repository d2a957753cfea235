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

/** Where the directory begins, and how many files it names. */
function directoryOf(zip: Buffer): { at: number; files: number } {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - TAIL); at--)
    if (zip.readUInt32LE(at) === END)
      return { at: zip.readUInt32LE(at + 16), files: zip.readUInt16LE(at + 10) };
  throw new RangeError('no directory');
}

/**
 * The archive once more, with its XML files alone and each of them unfolded: a reader takes no more memory than was
 * counted here.
 * @param max bytes of all of them
 * @throws TooLarge; RangeError or an error of zlib where the archive is broken
 */
export function* unfoldedArchive(zip: Buffer, max: number): Generator<Buffer> {
  const directory = directoryOf(zip);
  let left = max;
  let entry = directory.at;
  for (let file = 0; file < directory.files; file++) {
    if (zip.readUInt32LE(entry) !== ENTRY) throw new RangeError('no entry');
    const nameEnd = entry + ENTRY_BYTES + zip.readUInt16LE(entry + 28);
    const name = zip.subarray(entry + ENTRY_BYTES, nameEnd);
    if (/\.(xml|rels)$/.test(name.toString('latin1'))) {
      const content = unfold(zip, entry, left);
      left -= content.length;
      const head = Buffer.alloc(FILE_BYTES);
      head.writeUInt32LE(FILE, 0);
      head.writeUInt32LE(zip.readUInt32LE(entry + 16), 14);
      head.writeUInt32LE(content.length, 18);
      head.writeUInt32LE(content.length, 22);
      head.writeUInt16LE(name.length, 26);
      yield head;
      yield name;
      yield content;
    }
    entry = nameEnd + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
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
