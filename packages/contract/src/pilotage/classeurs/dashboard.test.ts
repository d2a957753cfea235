import { expect, it } from 'vitest';
import type { Dashboard } from '../figures.ts';
import { dashboardClasseur } from './dashboard.ts';

const stats = { contribuables: 2, prevu: 0, paiement: 700, restant: -700, agents: 1, partNta: 175 };
const row = { id: 1, type: 'ramification' as const, nom: 'Plateau', agent: 1, direct: false };
const reply = (figures: Partial<Dashboard['stats']>): Dashboard => ({
  stats: { ...stats, ...figures },
  tauxNta: 25,
  details: [{ ...row, ...stats, ...figures }],
});
const said = {
  lieu: { noms: ['Ville de Niamey'], partout: 'Toutes les collectivités', dessous: 0 },
  range: { from: '2026-11-21', to: '2026-11-21' },
  annee: 2026,
  betail: 0 as const,
};

it('money of days on which nothing fell due leaves nothing to pay, and has no rate', () => {
  const { rows, sommes, title } = dashboardClasseur(reply({}), { ...said, base: 'encaissement' });
  expect(title).toBe('Tableau de bord par département');
  expect(rows).toEqual([['Plateau', 2, 0, 700, null, null]]);
  expect(sommes).toEqual([['TOTAL', 2, 0, 700, null, null]]);
});

it('the rate is what was paid of what was expected, in whole percent', () => {
  const figures = { prevu: 1000, paiement: 689, restant: 311 };
  const { columns, rows } = dashboardClasseur(reply(figures), { ...said, base: 'encaissement' });
  expect(columns.at(-1)).toEqual({ header: 'Taux (%)', kind: 'number' });
  expect(rows).toEqual([['Plateau', 2, 1000, 689, 311, 69]]);
  // those enrolled owe the fiscal year: more paid than that is a negative rest
  const ahead = dashboardClasseur(reply({}), { ...said, base: 'enrolement' });
  expect(ahead.rows).toEqual([['Plateau', 2, 0, 700, -700, null]]);
});
