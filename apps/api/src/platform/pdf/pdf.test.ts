import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawListFile } from './draw.ts';
import type { ListDocument, ListItem } from './list-document.ts';
import type { CellValue, TableColumn } from './table-cells.ts';
import { readPdf } from './testing/pdf.ts';

const list = (more: Partial<ListDocument> = {}): ListDocument => ({
  heading: {
    title: 'Liste des contribuables',
    collectivite: 'Ville de Niamey',
    chain: ['Ville de Niamey', 'Plateau', 'Secteur 1'],
    details: ['Période : du 01/11/2026 au 21/11/2026'],
    edited: '21/11/2026 à 18:40:12',
    author: 'Amina Souley',
  },
  page: { size: 'A3', layout: 'landscape' },
  columns: [
    { header: 'Nom', kind: 'text', width: 20 },
    { header: 'Statut', kind: 'status', width: 16 },
    { header: 'Montant', kind: 'figure', width: 10, total: true },
  ],
  empty: 'Aucun contribuable ne correspond à cette demande.',
  expected: 1,
  ...more,
});

async function* batchesOf(...batches: ListItem[][]): AsyncGenerator<ListItem[]> {
  yield* batches;
}

const drawn = async (rows: ListItem[], more?: Partial<ListDocument>) =>
  readPdf(await buffer(drawListFile(list(more), batchesOf(rows))));

/** The rows of a group, in francs. */
const part = (groupe: string, amounts: readonly number[]): ListItem[] => [
  { groupe },
  ...amounts.map((amount, n) => [`Étal ${n + 1}`, 'Confirmé', amount]),
];

describe('a list in groups', () => {
  const A4 = { page: { size: 'A4', layout: 'landscape' } } as const;

  it('has a heading, a subtotal and sums carried forward for each group', async () => {
    const items = [...part('Plateau', Array<number>(25).fill(100)), ...part('Yantala', [5, 7])];
    const { pages } = await drawn(items, A4);
    const [first = [], second = []] = pages;
    expect(pages).toHaveLength(2);
    expect(first.slice(5, 12)).toEqual(['Nom', 'Statut', 'Montant', 'Plateau', 'Étal 1', 'Confirmé', '100']);
    expect(first.slice(-7, -2)).toEqual(['Étal 23', 'Confirmé', '100', 'À reporter', '2\u202f300']);
    expect(second.slice(1, -2).join('|')).toBe(
      [
        'Nom|Statut|Montant',
        'Plateau (suite)',
        'Report|2\u202f300',
        'Étal 24|Confirmé|100',
        'Étal 25|Confirmé|100',
        'Sous-total : 25 lignes, Plateau|2\u202f500',
        'Yantala',
        'Étal 1|Confirmé|5',
        'Étal 2|Confirmé|7',
        'Sous-total : 2 lignes, Yantala|12',
        'Total : 27 lignes|2\u202f512',
      ].join('|'),
    );
  });

  it('has a total equal to its subtotals, and reports the sums that it carried forward', async () => {
    const parts = fc.array(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom(1, 400_000), async (groups, expected) => {
        const items = groups.flatMap((amounts, n) => part(`${n} ${'W'.repeat(200)}`, amounts));
        const { pages } = await drawn(items, { ...A4, expected, rowHeight: 24 });
        const texts = pages.flat().map((text) => text.replaceAll('\u202f', ''));
        const after = (label: string): number[] =>
          texts.flatMap((text, index) => (text.startsWith(label) ? [Number(texts[index + 1])] : []));
        const sums = groups.map((amounts) => amounts.reduce((all, amount) => all + amount, 0));
        expect(after('Sous-total : ')).toEqual(sums);
        expect(after('Total : ')).toEqual([sums.reduce((all, sum) => all + sum, 0)]);
        expect(after('Report')).toEqual(after('À reporter'));
        expect(texts.filter((text) => text.startsWith('Étal '))).toHaveLength(groups.flat().length);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a list as a document', () => {
  it('has a heading with its place, period and author, then its rows and their sum', async () => {
    const { pages } = await drawn([
      ['Amadou Issoufou', 'Confirmé', 1_234_567],
      ['Hadiza Moussa', 'Enrolé', -500],
    ]);
    expect(pages).toEqual([
      [
        'Ville de Niamey',
        'Liste des contribuables',
        'Ville de Niamey > Plateau > Secteur 1',
        'Période : du 01/11/2026 au 21/11/2026',
        'Édité le 21/11/2026 à 18:40:12 par Amina Souley',
        'Nom',
        'Statut',
        'Montant',
        'Amadou Issoufou',
        'Confirmé',
        '1\u202f234\u202f567',
        'Hadiza Moussa',
        'Enrolé',
        '-500',
        'Total : 2 lignes',
        '1\u202f234\u202f067',
        'Ville de Niamey · Liste des contribuables · 21/11/2026 à 18:40:12',
        'page 1 / 1',
      ],
    ]);
  });

  it.each([
    [
      'French',
      'Établissements Çà et là, « Cœur d’Œuvre » & Fils',
      /^Établissements Çà et là, « Cœur d’Œuvre » & Fils$/,
    ],
    ['languages of Niger', 'Ƙasuwar Ɓauna Ɗan Ẽ Ŋ', /^Ƙasuwar Ɓauna Ɗan Ẽ Ŋ$/],
    ['Arabic letters', 'محمد عبد الله', /^محمد عبد الله$/],
    ['both scripts', 'محمد (12) SARL', /^محمد \(12\) SARL$/],
    ['direction characters', 'Ali\u202e\u2066 evil', /^Ali evil$/],
    ['line ends', 'Ali\nBaba\u0000', /^Ali Baba $/],
    ['a character without a glyph', 'Ali 😀', /^Ali /],
  ])('shows names with %s', async (_, name, expected) => {
    const { pages } = await drawn([[name, 'Confirmé', 1]]);
    expect(pages[0]).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });

  it('shows every letter of a text of many letters', async () => {
    const letters = Array.from({ length: 0x149 - 0x21 }, (_, n) => String.fromCharCode(0x21 + n))
      .filter((letter) => !/[\p{C}\p{Z}]/u.test(letter))
      .map((letter) => `${letter}.`);
    const { pages } = await drawn(letters.map((letter) => [letter, 'Confirmé', 1]));
    expect(pages.flat()).toEqual(expect.arrayContaining(letters));
  });

  it.each([
    'محمد عبد الله',
    'شيخ سالم',
    'محمد ولد Sidi Ahmed',
    'Sidi Ahmed محمد ولد',
    'Sidi محمد Ahmed',
    'محمد Sidi ولد',
    'محمد 12 ولد',
    'شارع 12 Bis',
    'محمد (12) SARL',
    'SARL (محمد) 12',
    'لا إله 2026-11-22 محمد',
    '٢٠٢٦ محمد Ahmed',
    'م. Sidi A. محمد',
    'محمد،Ali؛سالم',
    'Zone 1 › محمد › Secteur A',
  ])('is copied as written, from a cell and from a line: %s', async (name) => {
    const heading = { ...list().heading, title: name };
    const { pages } = await drawn([[name, 'Confirmé', 1]], { heading });
    expect(pages[0]?.filter((text) => text === name)).toHaveLength(2);
    expect(pages[0]?.at(-2)).toBe(`Ville de Niamey · ${name} · 21/11/2026 à 18:40:12`);
  });

  it.each([
    ['of words', 'Société générale de distribution '.repeat(7)],
    ['without a space', 'X'.repeat(200)],
    ['in Arabic', 'شركة التوزيع العامة '.repeat(10)],
  ])('wraps a name of 200 characters %s, and cuts what does not fit', async (_, name) => {
    const [text, ...others] = list().columns.map((column) => ({ ...column, width: 3 }));
    const { pages } = await drawn([[name, 'Confirmé', 1]], {
      columns: [{ ...(text as TableColumn), width: 1 }, ...others],
      page: { size: 'A4', layout: 'portrait' },
    });
    const texts = pages[0] ?? [];
    const lines = texts.slice(texts.indexOf('Montant') + 1, texts.indexOf('Confirmé'));
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/…$/);
    expect(name.startsWith((lines[0] as string).trimEnd())).toBe(true);
  });

  it('breaks a word after its hyphen, not before', async () => {
    const { pages } = await drawn([['Çà-et-Là '.repeat(30), 'Confirmé', 1]]);
    for (const text of pages[0] ?? []) expect(text).not.toMatch(/^-\D/);
  });

  it('breaks lines between words, keeps the space for copies, and does not break numbers', async () => {
    const rates = '2026 : 11\u202f500 · 2025 : 1\u202f234\u202f567 · '.repeat(12).trim();
    const { pages } = await drawn([[rates, 'Confirmé', 1]]);
    const texts = pages[0] ?? [];
    expect(texts).not.toContain(rates);
    expect(texts.join('')).toContain(rates);
    const words = texts
      .slice(texts.indexOf('Montant') + 1, texts.indexOf('Confirmé'))
      .flatMap((line) => line.trim().split(' '));
    expect(rates.split(' ')).toEqual(expect.arrayContaining(words));
  });

  it('says that it is empty', async () => {
    const { pages } = await drawn([]);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Aucun contribuable ne correspond à cette demande.');
    expect(pages[0]).not.toContain('Montant');
  });

  it('says which rows a limit left out', async () => {
    const heading = { ...list().heading, warning: 'Document limité aux 3 000 premières lignes sur 3 001.' };
    const { pages } = await drawn([['Ali', 'Confirmé', 1]], { heading });
    expect(pages[0]).toContain('Document limité aux 3 000 premières lignes sur 3 001.');
  });

  it('repeats its head on each page, and numbers its pages', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => [`Personne ${n}`, 'Confirmé', n]);
    const { pages } = await drawn(rows);
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) {
      expect(page).toEqual(expect.arrayContaining(['Nom', 'Statut', 'Montant']));
      expect(page.at(-1)).toBe(`page ${index + 1} / ${pages.length}`);
    }
    const names = pages.flat().filter((text) => text.startsWith('Personne'));
    expect(names).toEqual(rows.map(([name]) => name));
    expect(pages.at(-1)).toContain('Total : 200 lignes');
  });

  it('has a total equal to the sum of its rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 40 }),
        async (amounts) => {
          const { pages } = await drawn(amounts.map((amount) => ['Ali', 'Confirmé', amount]));
          const texts = pages.flat().map((text) => text.replaceAll('\u202f', ''));
          const sum = amounts.reduce((total, amount) => total + amount, 0);
          expect(texts.slice(texts.findIndex((text) => text.startsWith('Total')) + 1)[0]).toBe(String(sum));
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('for a screen reader, a document', () => {
  it('has a title, a language and a structure', async () => {
    const { objects } = await drawn([['Ali', 'Confirmé', 1]]);
    expect(objects).toContain('/Lang (fr-FR)');
    expect(objects).toContain('/DisplayDocTitle true');
    expect(objects).toContain('/Marked true');
    expect(objects).toMatch(/\/S \/H1\b/);
    expect(objects.match(/\/S \/TH\b/g)).toHaveLength(6);
    expect(objects.match(/\/S \/TD\b/g)).toHaveLength(3);
    expect(objects).toContain('/Scope /Column');
  });

  it('has marks per page instead of per cell if it is very long', async () => {
    const { objects, pages } = await drawn(
      Array.from({ length: 60 }, () => ['Ali', 'Confirmé', 1]),
      { expected: 400_000 },
    );
    expect(objects).not.toMatch(/\/S \/TD\b/);
    expect(objects.match(/\/S \/P\b/g)).toHaveLength(4 + pages.length);
  });
});

describe('a document during its drawing', () => {
  const endless = (source: { read: number; closed: boolean }): AsyncGenerator<CellValue[][]> =>
    (async function* () {
      try {
        for (;;) {
          source.read += 1;
          yield Array.from({ length: 500 }, () => ['Ali', 'Confirmé', 1]);
        }
      } finally {
        source.closed = true;
      }
    })();

  it('is drawn on demand, and closes its source if the reader stops', async () => {
    const source = { read: 0, closed: false };
    const file = drawListFile(list({ expected: 400_000 }), endless(source));
    const reader = file.pipe(new PassThrough({ highWaterMark: 1024 }));
    await new Promise((resolve) => reader.once('readable', resolve));
    await expect.poll(() => file.readableLength).toBeGreaterThan(0);
    file.destroy();
    await expect.poll(() => source.closed).toBe(true);
    expect(source.read).toBeLessThan(60);
  });

  it('fails if its source fails', async () => {
    const broken = async function* (): AsyncGenerator<CellValue[][]> {
      yield [['Ali', 'Confirmé', 1]];
      throw new Error('the cursor is gone');
    };
    await expect(buffer(drawListFile(list(), broken()))).rejects.toThrow('the cursor is gone');
  });

  it('is complete even if twenty are drawn at once', async () => {
    const files = Array.from({ length: 20 }, (_, n) =>
      drawn(Array.from({ length: 30 }, () => [`Document ${n}`, 'Confirmé', n])),
    );
    for (const [n, { pages }] of (await Promise.all(files)).entries())
      expect(pages.flat().filter((text) => text === `Document ${n}`)).toHaveLength(30);
  });
});
