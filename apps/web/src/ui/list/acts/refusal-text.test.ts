import { expect, it } from 'vitest';
import { dependentsText } from './refusal-text.ts';

it('a refused deletion names the dependent records, without repetition', () => {
  const message = 'Impossible de supprimer cet élément';
  const links = [{ message: 'Lié à : 3 Taxes' }, { message: 'Lié à : 1 Enrôlement' }];
  expect(dependentsText({ message, errors: links })).toBe('Lié à : 3 Taxes, Lié à : 1 Enrôlement');
  expect(dependentsText({ message, errors: [{ message }] })).toBe('');
  expect(dependentsText({ message })).toBe('');
});
