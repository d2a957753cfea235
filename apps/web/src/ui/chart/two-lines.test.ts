import { expect, it } from 'vitest';
import { twoLines } from './two-lines.ts';

const letters = (text: string): number => text.length;

it('a name that fits on two lines is not cut, so that similar names stay distinct', () => {
  expect(twoLines('Ville de Niamey', 20, letters)).toBe('Ville de Niamey');
  expect(twoLines('Commune urbaine de Dogondoutchi', 18, letters)).toBe('Commune urbaine de\nDogondoutchi');
  expect(twoLines('Commune urbaine de Gaya', 18, letters)).toBe('Commune urbaine de\nGaya');
});

it('a longer name is cut, also a word longer than a line', () => {
  expect(twoLines('Occupation du domaine public : conteneur', 12, letters)).toBe('Occupation\ndu domaine…');
  expect(twoLines('Anticonstitutionnellement', 10, letters)).toBe('Anticonst…');
  expect(twoLines('Anticonstitutionnellement bien', 10, letters)).toBe('Anticonst…');
});
