/** Reads a document back as a reader's copy command would: its texts by page, and its structure. */
import { inflateSync } from 'node:zlib';

export interface Stored {
  dictionary: string;
  stream: Buffer | undefined;
}

export interface ReadPdf {
  /** Texts of each page, in the order of the content. */
  pages: string[][];
  /** All objects except content: catalogue, structure and the rest. */
  objects: string;
}

export function readObjects(file: Buffer): Map<number, Stored> {
  const objects = new Map<number, Stored>();
  const text = file.toString('latin1');
  for (const { 1: id, 2: dictionary = '', index, 0: match } of text.matchAll(
    /(\d+) 0 obj\n([\s\S]*?)\n(stream\n|endobj)/g,
  )) {
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const start = index + match.length;
    const bytes = match.endsWith('stream\n') ? file.subarray(start, start + length) : undefined;
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

/** The text of each glyph of a font. */
export function glyphTextsOf(objects: Map<number, Stored>, font: number): Map<string, string> {
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

/** A stretch of Arabic, from right to left, with the signs inside it, up to left-to-right text. */
const ARABIC =
  /[\u0620-\u065f\u066e-\u06d3](?:[\u0620-\u065f\u066e-\u06d3]|[^\p{L}\p{Nd}.,:/+\-%\u200e\u060c])*/gu;
const INVISIBLE = /[\u200b\u200e]/gu;

/** Copies glyphs from left to right as pdftotext and browsers do, which reverse Arabic. */
const asCopied = (text: string): string =>
  text.replaceAll(ARABIC, (stretch) => Array.from(stretch).toReversed().join('')).replaceAll(INVISIBLE, '');

const TOKEN =
  /\/(F\d+) [\d.]+ Tf|\/ActualText <feff(\w*)>|\b(EMC)\b|\b(Tm)\b|\[([^\]]*)\] TJ|<(\w*)> Tj|\(((?:\\.|[^\\)])*)\) Tj|\/(Pages) Do/gs;

/** The glyph numbers in a string, in hexadecimal digits. */
export const codesOf = (string: string): string =>
  Buffer.from(
    string.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'r' ? '\r' : sign)),
    'latin1',
  ).toString('hex');

/** The first part of a day that is split over two lines; axes write the year with two digits. */
const CUT_DAY = /^\d{2}\/\d{2}\/(\d?|19|20|\d{3})$/;

/** @throws if a day is split over two lines, which no paper may do */
export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const fonts = new Map<number, Map<string, string>>();
  const signs = (font: number): Map<string, string> => {
    let map = fonts.get(font);
    if (!map) fonts.set(font, (map = glyphTextsOf(objects, font)));
    return map;
  };
  function texts(content: string, resources: string): string[] {
    const found: string[] = [];
    let font = 0;
    let actual = false;
    for (const [, name, actualText, ended, begun, pieces, piece, string, drawing] of content.matchAll(
      TOKEN,
    )) {
      if (name) font = reference(resources, name);
      else if (actualText !== undefined) {
        found[found.length - 1] += fromUtf16(actualText);
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
    return found.map(asCopied).filter((text) => text !== '');
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
