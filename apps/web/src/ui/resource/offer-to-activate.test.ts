import { expect, it } from 'vitest';
import { activationQuestion } from './offer-to-activate.ts';

it.each([
  ['entites', 'activée, on ne peut la choisir', 'Laisser inactive'],
  ['ramifications', 'activée, on ne peut la choisir', 'Laisser inactive'],
  ['type_equipements', 'activé, on ne peut le choisir', 'Laisser inactif'],
] as const)('the question whether to activate agrees with the gender of %s', (path, words, cancel) => {
  const question = activationQuestion(path, 'Dosso');
  expect(question.message).toContain(`« Dosso » n’est pas ${words} nulle part.`);
  expect(question.cancel).toBe(cancel);
});
