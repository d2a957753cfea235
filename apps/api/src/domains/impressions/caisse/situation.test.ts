import { buffer } from 'node:stream/consumers';
import { papierParDefaut } from '@octroi/contract';
import { expect, it } from 'vitest';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import type { ContenuSituation } from './contenu.ts';
import { drawPieceCaisse } from './piece-caisse.drawing.ts';

const situation = (holders: number): ContenuSituation => ({
  nature: 'situation',
  entite: { id: 1, nom: 'Ville', code: 'VIL' },
  regie: 'Régie',
  papier: { ...papierParDefaut('Ville'), ecusson: null, paiement: [] },
  jour: '2026-12-31',
  regisseur: 'Aïssa',
  comptable: 'Boureima',
  lignes: Array.from({ length: holders }, (_, index) => ({
    titulaire: `Titulaire ${index}`,
    especes: 100,
    enRoute: 0,
    ecarts: 0,
    cheques: 0,
    montantCheques: 0,
  })),
  cheques: [],
  valeurs: [],
});

it('the page to sign has the sums, with any number of holders', async () => {
  for (let holders = 0; holders < 45; holders += 1) {
    const sheet = {
      piece: { numero: 'PV-1', etabliLe: '2026-12-31', contenu: situation(holders), impressions: 1 },
      reception: undefined,
      ecusson: undefined,
      timeZone: 'Africa/Niamey',
    };
    const info: DocumentInfo = {
      title: 'Situation',
      author: 'Essai',
      foot: 'Situation',
      page: { size: 'A4', layout: 'portrait' },
    };
    const { pages } = readPdf(await buffer(drawSheets(info, [sheet], drawPieceCaisse, '')));
    const last = pages.at(-1)?.join('\n') ?? '';
    for (const expected of [
      'Espèces détenues',
      'Chèques détenus',
      'Valeurs inactives détenues',
      'Le comptable',
    ])
      expect(last, `${holders} holders`).toContain(expected);
  }
});
