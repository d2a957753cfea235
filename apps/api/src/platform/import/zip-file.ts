/** Reads a ZIP file from the disk, one file at a time. Names are labels only: nothing is written under them. */
import { open } from 'node:fs/promises';
import { directoryOf, ENTRY, ENTRY_BYTES, FILE_BYTES, inflate, TAIL, TooLarge } from './zip.ts';

/** Bytes of the directory. */
const MAX_DIRECTORY = 8 * 1024 * 1024;
/** What the directory says where a size or position needs 64 bits. */
const ZIP64 = [0xffff, 0xffffffff];
const ENCRYPTED = 1;
const UTF8 = 0x800;

export interface ZipEntry {
  /** Path in the archive, as it is written there. */
  name: string;
  isEncrypted: boolean;
  method: number;
  /** Bytes as compressed. */
  compressed: number;
  /** Position of its header. */
  at: number;
}

export interface ZipFile extends AsyncDisposable {
  entries: readonly ZipEntry[];
  /**
   * @param max maximum bytes of the content; the size that the archive declares is not trusted
   * @throws TooLarge; RangeError or an error of zlib if the archive is broken
   */
  read: (entry: ZipEntry, max: number) => Promise<Buffer>;
}

/** @throws RangeError if the archive is broken */
export async function openZipFile(file: string): Promise<ZipFile> {
  const handle = await open(file);
  const readAt = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new RangeError('cut short');
    return buffer;
  };
  const close = (): Promise<void> => handle.close();
  try {
    const { size } = await handle.stat();
    const tail = Math.min(size, TAIL);
    const { at, files } = directoryOf(await readAt(size - tail, tail));
    const length = size - at;
    if (ZIP64.includes(files) || ZIP64.includes(at) || length < 0 || length > MAX_DIRECTORY)
      throw new RangeError('no directory');
    const entries = entriesOf(await readAt(at, length), files);
    return {
      entries,
      async read({ at: header, compressed, method }, max) {
        const head = await readAt(header, FILE_BYTES);
        const from = header + FILE_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
        if (from + compressed > size) throw new RangeError('cut short');
        if (compressed > max) throw new TooLarge();
        return inflate(method, await readAt(from, compressed), max);
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function entriesOf(directory: Buffer, files: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < files;) {
    if (directory.readUInt32LE(at) !== ENTRY) throw new RangeError('no entry');
    const flags = directory.readUInt16LE(at + 8);
    const end = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    entries.push({
      name: nameOf(directory.subarray(at + ENTRY_BYTES, end), (flags & UTF8) !== 0),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      method: directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    });
    at = end + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Code page 850 from 0x80: what Windows writes in western Europe and Africa. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ';

/** Names without the mark of UTF-8 are often UTF-8 all the same (Mac), else of a Windows code page. */
function nameOf(bytes: Buffer, isMarked: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isMarked }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (CP850[byte - 0x80] ?? ''),
    ).join('');
  }
}
