/** Detects the encoding of a text file. */
import type { PageDeCodes } from '@octroi/contract';
import { Refusal } from './bounds.ts';
import { likelyPages } from './code-pages.ts';

/** A text, and the code pages that it may be written in if it is not Unicode; it is decoded as Windows-1252 then. */
export interface DecodedText {
  text: string;
  pages: readonly PageDeCodes[];
}

export const decode = (content: Buffer): string => decodeText(content).text;

/**
 * Excel writes Windows-1252 or, on a Mac, Mac Roman if not UTF-8; every byte is valid in them. Its « Texte Unicode » is
 * UTF-16, with a byte order mark.
 */
export function decodeText(content: Buffer): DecodedText {
  const byteOrderMark = content.subarray(0, 2).toString('hex');
  if (byteOrderMark === 'fffe') return unicode(new TextDecoder('utf-16le').decode(content));
  if (byteOrderMark === 'feff') return unicode(new TextDecoder('utf-16be').decode(content));
  if (content.subarray(0, 4096).includes(0))
    throw new Refusal('Ce fichier n’est pas un texte lisible. Enregistrez-le en « CSV UTF-8 » ou en XLSX.');
  try {
    return unicode(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    const { letters, invalid } = checkUtf8(content);
    if (invalid.length > 0 && letters >= invalid.length) throw invalidBytes(invalid);
    const text = new TextDecoder('windows-1252').decode(content);
    return { text, pages: likelyPages(text) };
  }
}

const unicode = (text: string): DecodedText => ({ text, pages: [] });

/** A byte that is invalid in UTF-8. */
interface InvalidByte {
  line: number;
  byte: number;
}

/** Length of a character by its first byte; 0 if no character starts with it. */
const lengthOf = (byte: number): number =>
  byte < 0x80
    ? 1
    : byte >= 0xc2 && byte < 0xe0
      ? 2
      : byte >= 0xe0 && byte < 0xf0
        ? 3
        : byte >= 0xf0 && byte < 0xf5
          ? 4
          : 0;

/** Number of valid UTF-8 characters of several bytes, and the invalid bytes. */
function checkUtf8(content: Buffer): { letters: number; invalid: InvalidByte[] } {
  const invalid: InvalidByte[] = [];
  let letters = 0;
  let line = 1;
  for (let at = 0; at < content.length;) {
    const byte = content[at] ?? 0;
    if (byte === 0x0a) line += 1;
    const length = lengthOf(byte);
    const rest = content.subarray(at + 1, at + length);
    if (length > 0 && rest.length === length - 1 && rest.every((next) => next >= 0x80 && next < 0xc0)) {
      if (length > 1) letters += 1;
      at += length;
    } else {
      invalid.push({ line, byte });
      at += 1;
    }
  }
  return { letters, invalid };
}

/** Maximum number of bytes named in the message. */
const MAX_NAMED = 5;

/**
 * A file in UTF-8 with a few invalid bytes is refused: in another encoding its accents would be wrong, and nobody would
 * notice.
 */
function invalidBytes(invalid: readonly InvalidByte[]): Refusal {
  const windows = new TextDecoder('windows-1252');
  const lines = invalid.slice(0, MAX_NAMED).map(({ line, byte }) => {
    const hex = byte.toString(16).toUpperCase().padStart(2, '0');
    return `ligne ${line}, octet ${hex} (« ${windows.decode(Buffer.of(byte))} » en Windows-1252)`;
  });
  const more = invalid.length > lines.length ? ` et ${invalid.length - lines.length} de plus` : '';
  return new Refusal(
    `Ce fichier est en UTF-8, sauf ${invalid.length > 1 ? `${invalid.length} octets` : 'un octet'} : ${lines.join(' ; ')}${more}. ` +
      'Corrigez ces lignes, et enregistrez de nouveau en « CSV UTF-8 ».',
  );
}
