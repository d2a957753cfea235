/** Reads the position of each text and rule of a document back from its bytes, for tests of its layout. */
import { codesOf, readObjects, reference, glyphTextsOf, type Stored } from './pdf.ts';

/** A text written by one operator; points from the lower left corner of its page. */
export interface TextBox {
  page: number;
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
}

interface Rule {
  page: number;
  y: number;
  left: number;
  right: number;
}

export interface ReadLayout {
  pages: { width: number; height: number }[];
  texts: TextBox[];
  /** Horizontal rules. */
  rules: Rule[];
}

interface Font {
  signs: Map<string, string>;
  /** Thousandths of the type size, by glyph number. */
  widths: number[];
}

function fontOf(objects: Map<number, Stored>, id: number): Font {
  const descendant = Number(/\/DescendantFonts \[(\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1]);
  const [, list = ''] = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(descendant)?.dictionary ?? '') ?? [];
  return { signs: glyphTextsOf(objects, id), widths: list.trim().split(/\s+/).map(Number) };
}

const NUMBER = String.raw`(-?[\d.]+)`;
const numbersBefore = (count: number, operator: string): string =>
  `${Array.from({ length: count }, () => NUMBER).join(' ')} ${operator}`;
const TOKEN = new RegExp(
  [
    String.raw`\(((?:\\.|[^\\)])*)\) Tj`,
    String.raw`<(\w*)> Tj`,
    String.raw`\[([^\]]*)\] TJ`,
    String.raw`\/(F\d+) ([\d.]+) Tf`,
    String.raw`\b(?:${numbersBefore(6, 'Tm')})\b`,
    String.raw`\b(?:${numbersBefore(6, 'cm')})\b`,
    String.raw`(?<=^|\s)([qQ])(?=\s|$)`,
    String.raw`\/(Pages) Do`,
    `${numbersBefore(2, 'm')} ${numbersBefore(2, 'l')}`,
  ].join('|'),
  'gs',
);

/** PDF's current transformation matrix (CTM), without rotation. */
type Matrix = readonly [a: number, d: number, x: number, y: number];

/** @throws if content is rotated or slanted, which no paper needs */
export function readLayout(file: Buffer): ReadLayout {
  const objects = readObjects(file);
  const fonts = new Map<number, Font>();
  const layout: ReadLayout = { pages: [], texts: [], rules: [] };
  const font = (id: number): Font => {
    let parsed = fonts.get(id);
    if (!parsed) fonts.set(id, (parsed = fontOf(objects, id)));
    return parsed;
  };

  function read(content: string, resources: string, page: number, at: Matrix): void {
    let ctm = at;
    const saved: Matrix[] = [];
    let used: Font | undefined;
    let size = 0;
    let pen = 0;
    let box: TextBox | undefined;
    const show = (hex: string): void => {
      for (const code of hex.match(/.{4}/g) ?? []) {
        const sign = used?.signs.get(code) ?? '?';
        pen += ((used?.widths[Number.parseInt(code, 16)] ?? 0) * size) / 1000;
        if (!box) continue;
        box.text += sign;
        // trailing spaces are invisible
        if (sign.trim() !== '') box.right = Math.max(box.right, box.left + pen);
      }
    };
    for (const match of content.matchAll(TOKEN)) {
      const [, string, hex, pieces, name, points] = match;
      const tm = match.slice(6, 12).map(Number);
      const cm = match.slice(12, 18).map(Number);
      const [stack, drawing] = match.slice(18, 20);
      if (string !== undefined) show(codesOf(string));
      else if (hex !== undefined) show(hex);
      else if (pieces !== undefined) {
        for (const [, code, shift] of pieces.matchAll(/<(\w*)>|(-?[\d.]+)/g))
          if (code === undefined) pen -= (Number(shift) * size) / 1000;
          else show(code);
      } else if (name) {
        used = font(reference(resources, name));
        size = Number(points);
        if (box) box.size = size;
      } else if (match[6] !== undefined) {
        const [a, b, c, d, x, y] = tm as [number, number, number, number, number, number];
        if (a !== 1 || b !== 0 || c !== 0 || d !== 1) throw new Error('a text is turned');
        pen = 0;
        box = { page, text: '', left: ctm[2] + x, right: ctm[2] + x, baseline: ctm[3] + y * ctm[1], size };
        layout.texts.push(box);
      } else if (match[12] !== undefined) {
        const [a, , , d, x, y] = cm as [number, number, number, number, number, number];
        ctm = [ctm[0] * a, ctm[1] * d, ctm[2] + ctm[0] * x, ctm[3] + ctm[1] * y];
      } else if (stack === 'q') saved.push(ctm);
      else if (stack === 'Q') ctm = saved.pop() ?? at;
      else if (drawing) {
        const inner = objects.get(reference(resources, drawing));
        read(inner?.stream?.toString('latin1') ?? '', inner?.dictionary ?? '', page, ctm);
      } else {
        const [x1, y1, x2, y2] = match.slice(20, 24).map(Number) as [number, number, number, number];
        if (y1 === y2)
          layout.rules.push({
            page,
            y: ctm[3] + y1 * ctm[1],
            left: ctm[2] + Math.min(x1, x2),
            right: ctm[2] + Math.max(x1, x2),
          });
      }
    }
  }

  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  for (const [index, { dictionary }] of pages.entries()) {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary) ?? [];
    layout.pages.push({ width: Number(width), height: Number(height) });
    const content = objects.get(reference(dictionary, 'Contents'))?.stream?.toString('latin1') ?? '';
    const resources = objects.get(reference(dictionary, 'Resources'))?.dictionary ?? '';
    read(content, resources, index, [1, 1, 0, 0]);
  }
  layout.texts = layout.texts.filter(({ text }) => text.trim() !== '');
  return layout;
}

/** Extent of letters above and below their base line, as shares of the type size. */
const [ABOVE, BENEATH] = [0.7, 0.15];
/** Tolerance, in points. */
const SLACK = 0.6;

/** Lists the faults of a layout: texts that overlap, leave their page or are crossed by a rule. */
export function layoutFaults({ pages, texts, rules }: ReadLayout, margin: number): string[] {
  const faults: string[] = [];
  const onPage = <Thing extends { page: number }>(things: readonly Thing[], page: number): Thing[] =>
    things.filter((thing) => thing.page === page);
  for (const [page, { width, height }] of pages.entries()) {
    const here = onPage(texts, page);
    const report = (fault: string, ...boxes: TextBox[]): void =>
      void faults.push(`page ${page + 1}: ${fault} ${boxes.map(({ text }) => `« ${text} »`).join(' / ')}`);
    for (const [index, box] of here.entries()) {
      const [top, bottom] = [box.baseline + ABOVE * box.size, box.baseline - BENEATH * box.size];
      if (box.left < margin - SLACK || box.right > width - margin + SLACK || bottom < 0 || top > height)
        report('off the page', box);
      for (const other of here.slice(index + 1)) {
        const [theirTop, theirBottom] = [
          other.baseline + ABOVE * other.size,
          other.baseline - BENEATH * other.size,
        ];
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(top, theirTop) - Math.max(bottom, theirBottom);
        if (wide > SLACK && high > SLACK) report('overlap', box, other);
      }
      for (const rule of onPage(rules, page))
        if (
          rule.y > bottom + SLACK &&
          rule.y < top - SLACK &&
          rule.left < box.right - SLACK &&
          rule.right > box.left + SLACK
        )
          report('struck', box);
    }
  }
  return faults;
}
