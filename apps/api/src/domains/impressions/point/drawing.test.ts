import { buffer } from 'node:stream/consumers';
import { papierParDefaut } from '@octroi/contract';
import { expect, it } from 'vitest';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import type { ContenuPoint } from './contenu.ts';
import { drawPoint } from './point.drawing.ts';

const lieux = Array.from({ length: 40 }, (_, index) => ({
  nom: `Quartier ${index + 1}`,
  mois: 1000,
  prevu: 10_000,
  paye: 100 * index,
}));
const contenu: ContenuPoint = {
  entite: 'Ville de Niamey',
  papier: { ...papierParDefaut('Niamey'), ecusson: null, paiement: [] },
  ecusson: undefined,
  annee: 2026,
  jours: { from: '2026-11-01', to: '2026-11-25' },
  jour: '2026-11-26',
  recu: { exercice: 30_000, arrieres: 7000, avance: 3000, total: 40_000 },
  avant: 32_000,
  betail: 500,
  exercice: { encaisse: 78_000, echu: 390_000, attendu: 400_000, avant: 1200 },
  mois: Array.from({ length: 11 }, () => ({ recu: 7000, echu: 35_000 })),
  lieux,
  moyens: [
    { cle: 'mairie', montant: 30_000 },
    { cle: 'orange', montant: 10_000 },
  ],
  debiteurs: [{ nom: 'Boutique Salam', lieu: 'Boukoki 1', montant: 9000, arrieres: 0 }],
  attentes: [{ label: 'Paiements à confirmer', nombre: 16 }],
};
const draw = async (more: Partial<ContenuPoint> = {}): Promise<string[]> => {
  const { pages } = readPdf(
    await buffer(
      drawSheets(
        { title: 'Point', author: 'Essai', foot: '', page: { size: 'A4', layout: 'portrait' } },
        [{ ...contenu, ...more }],
        drawPoint,
        '',
      ),
    ),
  );
  return pages.map((texts) => texts.join(' ').replaceAll(/\s+/g, ' '));
};

it('one page tells the sums of the month, however many places there are', async () => {
  const [plain, ...others] = await draw();
  expect(others).toEqual([]);
  expect(plain).toContain('Point du mois : novembre 2026');
  expect(plain).toContain('+8 000 (25,0 %) sur les mêmes jours de 2025');
  expect(plain).toContain('écart : -312 000');
  // the best paid place first, the last ones in one row, and the total of all
  expect(plain).toContain('Quartier 40 1 000 10 000 3 900 6 100 39,0 %');
  expect(plain).toContain('Les 29 autres 29 000 290 000 40 600 249 400 14,0 %');
  expect(plain).toContain('Ville de Niamey 40 000 400 000 78 000 322 000 19,5 %');
  expect(plain).toContain('Mairie 30 000 75,0 %');
  expect(plain).toContain('Bétail, à part : 500 reçus');
});

it('names of places that begin with the same words are printed whole', async () => {
  const nameOf = (index: number): string => `Quartier Saga Gassia Kourou numéro ${index + 1}`;
  const [text] = await draw({
    entite: 'Commune urbaine de Dogondoutchi',
    lieux: lieux.slice(0, 9).map((lieu, index) => ({ ...lieu, nom: nameOf(index) })),
  });
  expect(text).toContain(`${nameOf(8)} 1 000 10 000 800`);
  expect(text).toContain('Commune urbaine de Dogondoutchi 9 000 90 000');
});

it('names of debtors are left out for who may not export them', async () => {
  const [text] = await draw({ debiteurs: null });
  expect(text).not.toContain('Boutique Salam');
  expect(text).toContain('Réservé à qui peut exporter les contribuables');
});
