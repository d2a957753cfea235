import { describe, expect, it } from 'vitest';
import { uniteQuestion } from './unite-question.ts';

const change = { nom: 'Étal', avant: 'm²', apres: 'place', lignes: 1240 };

describe('the question about the unit of a base', () => {
  it('says that quantities stay if another unit replaces one', () => {
    const question = uniteQuestion(change);
    expect(question?.title).toBe('Remplacer m² par place ?');
    expect(question?.message).toContain('lignes de cette base gardent leur quantité, sans conversion');
  });

  it('says that lines have no quantity if a base gets its first unit', () => {
    const question = uniteQuestion({ ...change, avant: '', apres: 'm²', lignes: 1 });
    expect(question?.message).toContain('La ligne de cette base sera sans quantité');
    expect(question?.message).toContain('un tarif par m² ne la facturera pas');
  });

  it('has no number if lines cannot be counted', () => {
    expect(uniteQuestion({ ...change, lignes: undefined })?.message).toContain('Les lignes de cette base');
  });

  it.each<[string, Partial<typeof change>]>([
    ['the unit stays', { apres: 'm²' }],
    ['the unit is removed: the server decides', { apres: '' }],
    ['no line is open', { lignes: 0 }],
  ])('is not asked where %s', (_what, part) => {
    expect(uniteQuestion({ ...change, ...part })).toBeUndefined();
  });
});
