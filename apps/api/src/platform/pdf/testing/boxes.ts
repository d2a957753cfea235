/** Where each text and rule of a document stands, read back from its bytes: what a test of its layout looks at. */
import { codesOf, readObjects, reference, signsOf, type Stored } from './pdf.ts';

/** A text that was written in one go; points from the lower left corner of its page. */
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
  /** Horizontal ones. */
  rules: Rule[];
}

interface Font {
  signs: Map<string, string>;
  /** Thousandths of the type size, by the number of the glyph. */
  widths: number[];
}

function fontOf(objects: Map<number, Stored>, id: number): Font {
  const descendant = Number(/\/DescendantFonts \[(\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1]);
  const [, list = ''] = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(descendant)?.dictionary ?? '') ?? [];
  return { signs: signsOf(objects, id), widths: list.trim().split(/\s+/).map(Number) };
}

const NUMBER = String.raw`(-?[\d.]+)`;
const several = (count: number, operator: string): string =>
  `${Array.from({ length: count }, () => NUMBER).join(' ')} ${operator}`;
const TOKEN = new RegExp(
  [
    String.raw`\(((?:\\.|[^\\)])*)\) Tj`,
    String.raw`<(\w*)> Tj`,
    String.raw`\[([^\]]*)\] TJ`,
    String.raw`\/(F\d+) ([\d.]+) Tf`,
    String.raw`\b(?:${several(6, 'Tm')})\b`,
    String.raw`\b(?:${several(6, 'cm')})\b`,
    String.raw`(?<=^|\s)([qQ])(?=\s|$)`,
    String.raw`\/(Pages) Do`,
    `${several(2, 'm')} ${several(2, 'l')}`,
  ].join('|'),
  'gs',
);

type Matrix = readonly [a: number, d: number, x: number, y: number];

/** @throws where content turns or slants anything: papers never do */
export function readLayout(file: Buffer): ReadLayout {
  const objects = readObjects(file);
  const fonts = new Map<number, Font>();
  const layout: ReadLayout = { pages: [], texts: [], rules: [] };
  const font = (id: number): Font => {
    let known = fonts.get(id);
    if (!known) fonts.set(id, (known = fontOf(objects, id)));
    return known;
  };

  function read(content: string, resources: string, page: number, at: Matrix): void {
    let now = at;
    const kept: Matrix[] = [];
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
        // nobody sees the spaces that end a text
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
        box = { page, text: '', left: now[2] + x, right: now[2] + x, baseline: now[3] + y * now[1], size };
        layout.texts.push(box);
      } else if (match[12] !== undefined) {
        const [a, , , d, x, y] = cm as [number, number, number, number, number, number];
        now = [now[0] * a, now[1] * d, now[2] + now[0] * x, now[3] + now[1] * y];
      } else if (stack === 'q') kept.push(now);
      else if (stack === 'Q') now = kept.pop() ?? at;
      else if (drawing) {
        const inner = objects.get(reference(resources, drawing));
        read(inner?.stream?.toString('latin1') ?? '', inner?.dictionary ?? '', page, now);
      } else {
        const [x1, y1, x2, y2] = match.slice(20, 24).map(Number) as [number, number, number, number];
        if (y1 === y2)
          layout.rules.push({
            page,
            y: now[3] + y1 * now[1],
            left: now[2] + Math.min(x1, x2),
            right: now[2] + Math.max(x1, x2),
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

/** What letters take above and beneath their base line, as shares of the type size. */
const [ABOVE, BENEATH] = [0.7, 0.15];
/** What two texts may share, and what may stand outside: a hair. */
const HAIR = 0.6;

/** What is wrong with the layout of a document, in words: texts that overlap, leave their page or are struck by a rule. */
export function misplaced({ pages, texts, rules }: ReadLayout, margin: number): string[] {
  const wrong: string[] = [];
  const of = <Thing extends { page: number }>(things: readonly Thing[], page: number): Thing[] =>
    things.filter((thing) => thing.page === page);
  for (const [page, { width, height }] of pages.entries()) {
    const here = of(texts, page);
    const say = (what: string, ...boxes: TextBox[]): void =>
      void wrong.push(`page ${page + 1}: ${what} ${boxes.map(({ text }) => `« ${text} »`).join(' / ')}`);
    for (const [index, box] of here.entries()) {
      const [top, bottom] = [box.baseline + ABOVE * box.size, box.baseline - BENEATH * box.size];
      if (box.left < margin - HAIR || box.right > width - margin + HAIR || bottom < 0 || top > height)
        say('off the page', box);
      for (const other of here.slice(index + 1)) {
        const [theirTop, theirBottom] = [
          other.baseline + ABOVE * other.size,
          other.baseline - BENEATH * other.size,
        ];
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(top, theirTop) - Math.max(bottom, theirBottom);
        if (wide > HAIR && high > HAIR) say('overlap', box, other);
      }
      for (const rule of of(rules, page))
        if (
          rule.y > bottom + HAIR &&
          rule.y < top - HAIR &&
          rule.left < box.right - HAIR &&
          rule.right > box.left + HAIR
        )
          say('struck', box);
    }
  }
  return wrong;
}
