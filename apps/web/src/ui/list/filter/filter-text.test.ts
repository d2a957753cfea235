import { describe, expect, it } from 'vitest';
import { hidingOf } from './filter-text.ts';

const fields = {
  'contrib.statut': { type: 'choice', label: 'Statut', values: ['Validé'] },
  'contrib.nbreBetail': { type: 'integer', label: 'Bétail', without: 'Sans bétail' },
} as const;

describe('the filters named in an empty list', () => {
  it('are words, chips and filters, each once, without those that the text already names', () => {
    const hiding = hidingOf(
      'Ali',
      [{ label: '3 sous-entités' }, { label: 'Par encaissement', inEmptyText: true }],
      [
        { column: 'contrib.statut', operator: 'eq', x: 'Validé' },
        { column: 'contrib.statut', operator: 'eq', x: 'Enrolé', connector: 'or' },
        { column: 'contrib.nbreBetail', operator: 'is null' },
      ],
      fields,
    );
    expect(hiding).toEqual(['« Ali »', '3 sous-entités', 'Statut', 'Sans bétail']);
  });
  it('are none for an unfiltered list', () => {
    expect(hidingOf(undefined, [], [], fields)).toEqual([]);
  });
});
