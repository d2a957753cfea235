import { buffer } from 'node:stream/consumers';
import type { ChartData } from '@octroi/contract';
import { expect, it } from 'vitest';
import { frameOf } from './chart-frame.ts';
import { drawListFile } from './draw.ts';
import { readPdf } from './testing/pdf.ts';

async function* rowsOf(): AsyncGenerator<[string, number][]> {
  yield [['Terrasse', 700]];
}

const drawn = async (data: ChartData, form: 'colonnes' | 'courbe' = 'colonnes') =>
  readPdf(
    await buffer(
      drawListFile(
        {
          heading: {
            title: 'Recouvrement',
            collectivite: 'Ville de Niamey',
            chain: [],
            details: [],
            edited: 'ce jour',
            author: 'Amina',
          },
          page: { size: 'A4', layout: 'landscape' },
          columns: [
            { header: 'Nom', kind: 'text', width: 18 },
            { header: 'Total', kind: 'figure', width: 10 },
          ],
          chart: { data, form, alt: 'Recouvrement. Les mêmes chiffres sont dans le tableau.' },
          empty: 'Aucune ligne.',
          expected: 1,
        },
        rowsOf(),
      ),
    ),
  );

/** The texts between the heading of the document and its table. */
const textsOf = ({ pages }: Awaited<ReturnType<typeof drawn>>): string[] => {
  const [texts = []] = pages;
  return texts.slice(texts.findIndex((text) => text.startsWith('Édité')) + 1, texts.indexOf('Nom'));
};

it('bars have names, values, and the previous period next to them', async () => {
  const read = await drawn({
    axis: 'names',
    categories: ['Terrasse', 'Autres (38)'],
    series: [
      { nom: 'Total collecté', hue: 'teal', values: [700, 1_250_000] },
      { nom: 'Période précédente', hue: 'teal', values: [500, -200], kind: 'before' },
    ],
    stacked: false,
  });
  expect(textsOf(read)).toEqual([
    'Total collecté',
    'Période précédente',
    'Terrasse',
    '700',
    '500',
    'Autres (38)',
    '1\u202f250\u202f000',
    '-200',
  ]);
  expect(read.objects).toContain('/S /Figure');
  expect(read.objects).toContain('/Alt');
});

it('columns have steps below and a scale on the left; a stack is one column', async () => {
  const read = await drawn({
    axis: 'time',
    categories: ['Janv. 26', 'Févr. 26', 'Mars 26'],
    series: [
      { nom: 'Corrigé', hue: 'orange', values: [10, 30, null] },
      { nom: 'Validé', hue: 'green', values: [20, 40, null] },
    ],
    stacked: true,
  });
  expect(textsOf(read)).toEqual([
    'Corrigé',
    'Validé',
    '0',
    '20',
    '40',
    '60',
    '80',
    'Janv. 26',
    'Févr. 26',
    'Mars 26',
  ]);
});

it('lines, negative columns and an empty chart are drawn', async () => {
  const data: ChartData = {
    axis: 'time',
    categories: ['janv.', 'févr.'],
    series: [
      { nom: 'Encaissé pour 2026', hue: 'teal', values: [5, null] },
      { nom: 'Projection', hue: 'teal', values: [5, 9], kind: 'estimate' },
      { nom: 'Remboursements', hue: 'red', values: [-4, 0] },
    ],
    stacked: true,
  };
  for (const form of ['courbe', 'colonnes'] as const)
    expect(textsOf(await drawn(data, form)).slice(-2)).toEqual(['janv.', 'févr.']);
  const nothing = { ...data, series: data.series.map((each) => ({ ...each, values: [null, 0] })) };
  expect(textsOf(await drawn(nothing))).toContain('0');
});

it('a scale has round whole steps that cover all values', () => {
  const texts = (bounds: [number, number]) =>
    frameOf(bounds, { from: 100, to: 0 }).ticks.map(({ text }) => text);
  expect(texts([0, 0])).toEqual(['0', '1']);
  expect(texts([0, 3])).toEqual(['0', '1', '2', '3']);
  expect(texts([-120, 700])).toEqual(['-500', '0', '500', '1\u00a0k']);
  const { at } = frameOf([-120, 700], { from: 100, to: 0 });
  expect(at(0)).toBeGreaterThan(at(700));
  expect(at(-120)).toBeLessThanOrEqual(100);
});
