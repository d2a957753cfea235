/** The text of a file that says nothing, or little, of how its letters are written. */
import { Refusal } from './bounds.ts';

/**
 * Excel writes Windows-1252 where it does not write UTF-8; each byte of it is some sign. Its « Texte Unicode » is UTF-16,
 * which its mark tells.
 */
export function decode(content: Buffer): string {
  const mark = content.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(content);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(content);
  if (content.subarray(0, 4096).includes(0))
    throw new Refusal('Ce fichier n’est pas un texte lisible. Enregistrez-le en « CSV UTF-8 » ou en XLSX.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    const { letters, stray } = utf8Of(content);
    if (stray.length > 0 && letters >= stray.length) throw strayBytes(stray);
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** A byte that no UTF-8 text has there. */
interface StrayByte {
  line: number;
  byte: number;
}

/** Bytes of a letter by its first one: 0 for one that begins none. */
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

/** How many letters of several bytes are UTF-8, and which bytes are none. */
function utf8Of(content: Buffer): { letters: number; stray: StrayByte[] } {
  const stray: StrayByte[] = [];
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
      stray.push({ line, byte });
      at += 1;
    }
  }
  return { letters, stray };
}

/** Bytes told with their lines. */
const STRAY_TOLD = 5;

/** What is UTF-8 but for a few bytes is not read as something else: its accents would be lost, unseen. */
function strayBytes(stray: readonly StrayByte[]): Refusal {
  const windows = new TextDecoder('windows-1252');
  const told = stray.slice(0, STRAY_TOLD).map(({ line, byte }) => {
    const hex = byte.toString(16).toUpperCase().padStart(2, '0');
    return `ligne ${line}, octet ${hex} (« ${windows.decode(Buffer.of(byte))} » en Windows-1252)`;
  });
  const more = stray.length > told.length ? ` et ${stray.length - told.length} de plus` : '';
  return new Refusal(
    `Ce fichier est en UTF-8, sauf ${stray.length > 1 ? `${stray.length} octets` : 'un octet'} : ${told.join(' ; ')}${more}. ` +
      'Corrigez ces lignes, et enregistrez de nouveau en « CSV UTF-8 ».',
  );
}
