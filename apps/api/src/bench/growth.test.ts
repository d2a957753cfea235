import { expect, it } from 'vitest';
import { growthOf, type Measured } from './growth.ts';

const timing = (p50: number, perSecond: number) => ({ requests: 1, p50, p95: p50, max: p50, perSecond });
const volume = (contribuables: number, of: (each: number) => number): Measured => ({
  contribuables,
  peak: 200 * 2 ** 20,
  octets: contribuables * 1000,
  fresh: [],
  results: [
    { name: 'une page', ...timing(of(contribuables), 1) },
    { name: 'XLSX, lignes', ...timing(1, 20_000) },
    { name: 'une page, 16 clients', ...timing(3, 1) },
  ],
});

it('tells with which power of the volume a cost grows, the steepest first', () => {
  const growths = growthOf(volume(1000, Math.sqrt), volume(100_000, Math.sqrt));
  expect(growths.map(({ name, power }) => [name, Math.round(power * 100) / 100])).toEqual([
    ['base sur le disque', 1],
    ['une page', 0.5],
    ['XLSX, par ligne', 0],
    ['mémoire du serveur', 0],
  ]);
});
