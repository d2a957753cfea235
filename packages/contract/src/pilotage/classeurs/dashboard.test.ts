import { expect, it } from 'vitest';
import type { Dashboard } from '../figures.ts';
import { DASHBOARD_ORDERS, dashboardClasseur, dashboardRows } from './dashboard.ts';

const stats = { contribuables: 2, prevu: 0, paiement: 700, restant: -700, agents: 1, partNta: 175 };
const row = { id: 1, type: 'ramification' as const, nom: 'Plateau', agent: 1, direct: false, enabled: true };
const reply = (figures: Partial<Dashboard['stats']>): Dashboard => ({
  stats: { ...stats, ...figures },
  tauxNta: 25,
  details: [{ ...row, ...stats, ...figures }],
});
const criteria = {
  lieu: { noms: ['Ville de Niamey'], partout: 'Toutes les collectivités', dessous: 0 },
  range: { from: '2026-11-21', to: '2026-11-21' },
  annee: 2026,
  betail: 0 as const,
};

it('money received without échéances in the period has no rest and no rate', () => {
  const { rows, sommes, title } = dashboardClasseur(reply({}), { ...criteria, base: 'encaissement' });
  expect(title).toBe('Tableau de bord par département');
  expect(rows).toEqual([['Plateau', 2, 0, 700, null, null]]);
  expect(sommes).toEqual([['TOTAL', 2, 0, 700, null, null]]);
});

it('the rate is the paid share of the planned amount, in whole percent', () => {
  const figures = { prevu: 1000, paiement: 689, restant: 311 };
  const { columns, rows } = dashboardClasseur(reply(figures), { ...criteria, base: 'encaissement' });
  expect(columns.at(-1)).toEqual({ header: 'Taux (%)', kind: 'number' });
  expect(rows).toEqual([['Plateau', 2, 1000, 689, 311, 69]]);
  // with the base `enrolement`, paying more than the year's amount gives a negative rest
  const ahead = dashboardClasseur(reply({}), { ...criteria, base: 'enrolement' });
  expect(ahead.rows).toEqual([['Plateau', 2, 0, 700, -700, null]]);
});

const place = (nom: string, prevu: number, paiement: number, more: object = {}) => ({
  ...row,
  nom,
  contribuables: 0,
  prevu,
  paiement,
  restant: prevu - paiement,
  ...more,
});

it('rows have the requested order, on paper too; rows without a rate come last in both directions', () => {
  const details = [place('Zone 10', 100, 10), place('Zone 2', 50, 25), place('Écoles', 0, 0)];
  const names = (...order: Parameters<typeof dashboardRows>) => dashboardRows(...order).map(({ nom }) => nom);
  expect(names(details)).toEqual(['Zone 10', 'Zone 2', 'Écoles']);
  expect(names(details, { orderBy: 'nom' })).toEqual(['Écoles', 'Zone 2', 'Zone 10']);
  expect(names(details, { orderBy: 'taux' })).toEqual(['Zone 10', 'Zone 2', 'Écoles']);
  expect(names(details, { orderBy: 'taux', sortOrder: 'desc' })).toEqual(['Zone 2', 'Zone 10', 'Écoles']);
  expect(names(details, { orderBy: 'prevu', sortOrder: 'desc' })).toEqual(['Zone 10', 'Zone 2', 'Écoles']);
  // equal figures are ordered by name in both directions
  for (const sortOrder of ['asc', 'desc'] as const)
    expect(names(details, { orderBy: 'contribuables', sortOrder })).toEqual(['Écoles', 'Zone 2', 'Zone 10']);
  const { columns, rows } = dashboardClasseur(
    { ...reply({}), details },
    { ...criteria, base: 'enrolement' },
    { orderBy: 'paiement', sortOrder: 'desc' },
  );
  expect(rows.map(([nom]) => nom)).toEqual(['Zone 2', 'Zone 10', 'Écoles']);
  expect(DASHBOARD_ORDERS).toHaveLength(columns.length);
});

it('a disabled place has a row only if it still has figures, and is marked', () => {
  const details = [place('Fermée', 0, 0, { enabled: false }), place('Ancienne', 10, 5, { enabled: false })];
  const { rows } = dashboardClasseur({ ...reply({}), details }, { ...criteria, base: 'enrolement' });
  expect(rows.map(([nom]) => nom)).toEqual(['Ancienne (inactive)']);
});
