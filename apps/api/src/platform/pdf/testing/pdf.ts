/** Reads a document back, as a reader's copy command would: its texts page by page, and what it says of itself. */
import { inflateSync } from 'node:zlib';

export interface Stored {
  dictionary: string;
  stream: Buffer | undefined;
}

export interface ReadPdf {
  /** Texts of each page, in the order in which they were written. */
  pages: string[][];
  /** Everything that is said once: catalogue, structure and the rest. */
  objects: string;
}

export function readObjects(file: Buffer): Map<number, Stored> {
  const objects = new Map<number, Stored>();
  const text = file.toString('latin1');
  for (const { 1: id, 2: dictionary = '', index, 0: whole } of text.matchAll(
    /(\d+) 0 obj\n([\s\S]*?)\n(stream\n|endobj)/g,
  )) {
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const start = index + whole.length;
    const bytes = whole.endsWith('stream\n') ? file.subarray(start, start + length) : undefined;
    objects.set(Number(id), {
      dictionary,
      stream: bytes && dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes,
    });
  }
  return objects;
}

export const reference = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);

const fromUtf16 = (hex: string): string => {
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
  return bytes.swap16().toString('utf16le');
};

/** What each glyph of a font stands for. */
export function signsOf(objects: Map<number, Stored>, font: number): Map<string, string> {
  const map =
    objects.get(reference(objects.get(font)?.dictionary ?? '', 'ToUnicode'))?.stream?.toString() ?? '';
  const signs = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[(.*)\]/g)) {
    let code = Number.parseInt(first, 16);
    for (const [, hex = ''] of list.matchAll(/<([^>]*)>/g))
      signs.set((code++).toString(16).padStart(4, '0'), fromUtf16(hex));
  }
  return signs;
}

/** Arabic, which stands from right to left, with the signs inside it: up to what is read from left to right. */
const ARABIC =
  /[\u0620-\u065f\u066e-\u06d3](?:[\u0620-\u065f\u066e-\u06d3]|[^\p{L}\p{Nd}.,:/+\-%\u200e\u060c])*/gu;
const UNSEEN = /[\u200b\u200e]/gu;

/** Glyphs as they stand from left to right, as they are copied: pdftotext and browsers turn Arabic round. */
const copied = (text: string): string =>
  text.replaceAll(ARABIC, (stretch) => Array.from(stretch).toReversed().join('')).replaceAll(UNSEEN, '');

const TOKEN =
  /\/(F\d+) [\d.]+ Tf|\/ActualText <feff(\w*)>|\b(EMC)\b|\b(Tm)\b|\[([^\]]*)\] TJ|<(\w*)> Tj|\(((?:\\.|[^\\)])*)\) Tj|\/(Pages) Do/gs;

/** The codes of glyphs in a string, in hexadecimal digits. */
export const codesOf = (string: string): string =>
  Buffer.from(
    string.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'r' ? '\r' : sign)),
    'latin1',
  ).toString('hex');

/** A day of which a column that is too narrow left a part for the next line; axes say the year by its last two figures. */
const CUT_DAY = /^\d{2}\/\d{2}\/(\d?|19|20|\d{3})$/;

/** @throws where a day is broken over two lines: no paper may say one so, whatever it is read for */
export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const fonts = new Map<number, Map<string, string>>();
  const signs = (font: number): Map<string, string> => {
    let known = fonts.get(font);
    if (!known) fonts.set(font, (known = signsOf(objects, font)));
    return known;
  };
  function texts(content: string, resources: string): string[] {
    const found: string[] = [];
    let font = 0;
    let actual = false;
    for (const [, name, said, ended, begun, pieces, piece, string, drawing] of content.matchAll(TOKEN)) {
      if (name) font = reference(resources, name);
      else if (said !== undefined) {
        found[found.length - 1] += fromUtf16(said);
        actual = true;
      } else if (ended) actual = false;
      else if (begun) found.push('');
      else if (drawing) {
        const inner = objects.get(reference(resources, drawing));
        found[found.length - 1] += texts(
          inner?.stream?.toString('latin1') ?? '',
          inner?.dictionary ?? '',
        ).join('');
      } else if (!actual) {
        const codes = (pieces ?? `<${piece ?? codesOf(string ?? '')}>`).matchAll(/<(\w*)>/g);
        for (const [, hex = ''] of codes)
          for (const code of hex.match(/.{4}/g) ?? [])
            found[found.length - 1] += signs(font).get(code) ?? '?';
      }
    }
    return found.map(copied).filter((text) => text !== '');
  }
  const pages = [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const content = objects.get(reference(dictionary, 'Contents'))?.stream?.toString('latin1') ?? '';
      return texts(content, objects.get(reference(dictionary, 'Resources'))?.dictionary ?? '');
    });
  const cut = pages.flat().find((text) => CUT_DAY.test(text));
  if (cut) throw new Error(`a day is broken after « ${cut} »`);
  return { pages, objects: [...objects.values()].map(({ dictionary }) => dictionary).join('\n') };
}
