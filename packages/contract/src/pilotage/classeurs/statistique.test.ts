import { describe, expect, it } from 'vitest';
import { statistiqueClasseur } from './statistique.ts';

const criteria = {
  lieu: { noms: ['Ville de Niamey', 'Plateau'], partout: 'Toutes les collectivités', dessous: 1 },
  range: { from: '2026-11-01', to: '2026-11-01' },
  betail: 0 as const,
  agent: undefined,
};
const day = { date: '2026-11-01', from: '2026-11-01', to: '2026-11-01', total: 3, corrige: 1, valide: 2 };

describe('a table of statistics as a file', () => {
  it('has days as dates, and the same totals below as on screen', () => {
    const totaux = { total: 3, corrige: 1, valide: 2 };
    const before = { total: 5, corrige: 0, valide: 1 };
    const reply = { data: [day], totaux, pas: 'jour' as const };
    const table = statistiqueClasseur('recensement-sous-entite', reply, criteria, before);
    expect(table.title).toBe('Recensement par sous-entité');
    expect(table.file).toBe('recensement-par-sous-entite-2026-11-01-2026-11-01');
    expect(table.details).toEqual([
      'Ville de Niamey > Plateau',
      'Le 01/11/2026 · Par enrôlement · sans le bétail',
    ]);
    expect(table.columns.map(({ header, kind }) => `${header} ${kind}`)).toEqual([
      'Date day',
      'Total enrôlement number',
      'Corrigé number',
      'Validé number',
    ]);
    expect(table.rows).toEqual([['2026-11-01', 3, 1, 2]]);
    expect(table.sommes).toEqual([
      ['TOTAL', 3, 1, 2],
      ['Période précédente', 5, 0, 1],
      ['Écart', -2, 1, 1],
    ]);
  });

  it('names rows other than days, and the agent of the figures', () => {
    const reply = { data: [{ ...day, to: '2026-11-30', encaisse: 4500 }], totaux: {}, pas: 'mois' as const };
    const table = statistiqueClasseur('recensement-agent', reply, {
      ...criteria,
      range: {},
      betail: 1,
      agent: 'Amina Issa',
    });
    expect(table.columns[0]).toEqual({ header: 'Date', kind: 'text' });
    expect(table.rows).toEqual([['Novembre 2026', 3, 2, 1, 4500]]);
    expect(table.file).toBe('recensement-par-agent');
    expect(table.details[1]).toBe('Toutes les dates · Amina Issa · bétail seulement');
    expect(table.sommes).toHaveLength(1);
  });

  it('gives quantities beside the counts of bases with a unit, and the number of lines without one', () => {
    const base = { type: 'equipement', ids: [1], total: 3, corrige: 0, valide: 3 };
    const sums = [
      { unite: 'm²', somme: 12_400.5, sans: 2 },
      { unite: 'place', somme: 7, sans: 0 },
    ];
    const reply = {
      data: [
        { ...base, taxe: 'Étal', quantites: sums },
        { ...base, taxe: 'Kiosque' },
      ],
      totaux: { total: 6, corrige: 0, valide: 6 },
      pas: null,
    };
    const table = statistiqueClasseur(
      'recensement-activite',
      { ...reply, quantites: sums },
      criteria,
      reply.totaux,
    );
    const text = '12\u202f400,5\u00a0m² (2 sans quantité), 7\u00a0places';
    expect(table.columns.at(-1)).toEqual({ header: 'Quantité', kind: 'text' });
    expect(table.rows.map((row) => row.at(-1))).toEqual([text, '']);
    expect(table.sommes.map((row) => row.at(-1))).toEqual([text, '', '']);
    // without any unit, the table has no such column
    expect(statistiqueClasseur('recensement-activite', reply, criteria).columns).toHaveLength(4);
  });

  it('names agents, places and taxable bases as on screen', () => {
    const agents = [
      { fullName: 'Amina Issa', username: 'amina', totalTransactions: 900 },
      { fullName: 'Sans agent', username: '', totalTransactions: 100 },
    ];
    const of = (
      table: 'recouvrement-agents' | 'recouvrement-lieux' | 'recouvrement-activite',
      data: object[],
    ) => statistiqueClasseur(table, { data, totaux: {}, pas: null }, criteria).rows;
    expect(of('recouvrement-agents', agents)).toEqual([
      ['Amina Issa (amina)', 900],
      ['Sans agent', 100],
    ]);
    const places = [
      { nom: 'Zone 1', direct: false, total: 5 },
      { nom: 'Plateau', direct: true, total: 2 },
    ];
    expect(of('recouvrement-lieux', places)).toEqual([
      ['Zone 1', 5],
      ['Plateau, directement', 2],
    ]);
    expect(of('recouvrement-activite', [{ taxe: 'Terrasse', total: 7 }])).toEqual([['Terrasse', 7]]);
  });
});
