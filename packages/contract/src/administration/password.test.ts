import { describe, expect, it } from 'vitest';
import { passwordFault, passwordFaults } from './password.ts';

const owner = { username: 'hadiza.djibo', email: 'H.Djibo2026@octroi.test' };

describe('a password', () => {
  it.each(['Octroi-2026!', 'marché de Wadata 7', 'ñandú-12', `a1${'x'.repeat(198)}`])(
    'will do: %s',
    (password) => {
      expect(passwordFault(password, owner)).toBeUndefined();
    },
  );

  it.each([
    ['', /au moins 8/],
    ['abc-123', /au moins 8/],
    [`a1${'x'.repeat(199)}`, /au plus 200/],
    ['sans chiffre', /une lettre et un chiffre/],
    ['2026-11-21', /une lettre et un chiffre/],
    ['h.djibo2026', /adresse email/],
    ['H.DJIBO2026@OCTROI.TEST', /adresse email/],
    ['MotDePasse123', /trop courant/],
  ])('will not: %s', (password, message) => {
    expect(passwordFault(password, owner)).toMatch(message);
  });

  it('is not the pseudo', () => {
    expect(passwordFault('Agent2027', { username: 'agent2027' })).toMatch(/pseudo/);
  });

  it('is typed twice alike', () => {
    expect(passwordFaults({ password: 'Octroi-2026!', passwordConfirm: 'Octroi-2026!' }, owner)).toEqual([]);
    expect(passwordFaults({ password: 'Octroi-2026!' }, owner)).toEqual([
      { field: 'passwordConfirm', message: 'Veuillez repeter le mot de passe' },
    ]);
  });
});
