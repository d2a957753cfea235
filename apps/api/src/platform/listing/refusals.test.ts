import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn } = await testApp();
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

describe('a filter that cannot be understood is refused by name:', () => {
  const LINE = 'filter[contrib.nom]';
  it.each([
    ['an unknown column', [['filter[contrib.rien]', 'x']], 'filtre.colonne', 'contrib.rien'],
    [
      'a column of the database',
      [['filter[contrib.created_by_id]', '1']],
      'filtre.colonne',
      'contrib.created_by_id',
    ],
    ['a column with a tail', [['filter[contrib.nom.x]', '1']], 'filtre.colonne', 'contrib.nom.x'],
    ['a column of the prototype', [['filter[constructor]', '1']], 'filtre.colonne', 'constructor'],
    ['a column of another list', [['filter[trans.montant]', '1']], 'filtre.colonne', 'trans.montant'],
    ['a column that is SQL', [['filter[contrib.nom) or (1]', '1']], 'filtre.colonne', 'contrib.nom) or (1'],
    ['an unknown operator', [[`${LINE}[type]`, '=']], 'filtre.operateur', 'contrib.nom'],
    [
      'an operator that the type does not take',
      [['filter[contrib.enabled][type]', 'like']],
      'filtre.operateur',
      'contrib.enabled',
    ],
    ['a number that is none', [['filter[contrib.nbreBetail]', 'dix']], 'filtre.valeur', 'contrib.nbreBetail'],
    ['a number without digits', [['filter[contrib.nbreBetail]', '']], 'filtre.valeur', 'contrib.nbreBetail'],
    ['a boolean that is none', [['filter[contrib.enabled]', '2']], 'filtre.valeur', 'contrib.enabled'],
    [
      'a day that is none',
      [['filter[contrib.validatedAt]', '2026-02-30']],
      'filtre.valeur',
      'contrib.validatedAt',
    ],
    ['a choice that is none', [['filter[contrib.statut]', 'Payé']], 'filtre.valeur', 'contrib.statut'],
    [
      'a choice that is none, among others',
      [
        ['filter[contrib.statut][type]', 'in'],
        ['filter[contrib.statut][x]', 'Validé,Payé'],
      ],
      'filtre.valeur',
      'contrib.statut',
    ],
    [
      'bounds in the wrong order',
      [
        ['filter[contrib.nbreBetail][type]', 'between'],
        ['filter[contrib.nbreBetail][x]', '1 000'],
        ['filter[contrib.nbreBetail][y]', '5'],
      ],
      'filtre.valeur',
      'contrib.nbreBetail',
    ],
    [
      'days in the wrong order',
      [
        ['filter[contrib.validatedAt][type]', 'dateBetween'],
        ['filter[contrib.validatedAt][x]', '2026-02-02 et 2026-02-01'],
      ],
      'filtre.valeur',
      'contrib.validatedAt',
    ],
    [
      'a missing second bound',
      [
        [`${LINE}[type]`, 'between'],
        [`${LINE}[x]`, 'a'],
      ],
      'filtre.valeur',
      'contrib.nom',
    ],
    [
      'a third bound',
      [
        [`${LINE}[type]`, 'between'],
        [`${LINE}[x]`, 'a et b et c'],
      ],
      'filtre.valeur',
      'contrib.nom',
    ],
    [
      'a list that is no JSON',
      [
        [`${LINE}[type]`, 'in'],
        [`${LINE}[x]`, '["a'],
      ],
      'filtre.valeur',
      'contrib.nom',
    ],
    [
      'a list of records',
      [
        [`${LINE}[type]`, 'in'],
        [`${LINE}[x]`, '[{"id":1}]'],
      ],
      'filtre.valeur',
      'contrib.nom',
    ],
    [
      'a text with a zero character',
      [
        [`${LINE}[type]`, 'like'],
        [`${LINE}[x]`, 'a\0b'],
      ],
      'filtre.valeur',
      'contrib.nom',
    ],
    [
      'an unknown connector',
      [
        [LINE, 'a'],
        [`${LINE}[connector]`, 'xor'],
      ],
      'filtre.connecteur',
      'contrib.nom',
    ],
    ['an unknown part', [[`${LINE}[z]`, 'a']], 'filtre.forme', `${LINE}[z]`],
    ['a numbered row without a column', [['filter[0][x]', 'a']], 'filtre.colonne', '0'],
    ['a broken key', [['filter[contrib.nom', 'a']], 'filtre.forme', 'filter[contrib.nom'],
  ] as [string, [string, string][], string, string][])('%s', async (_, pairs, code, field) => {
    const { status, body } = await superadmin.get(
      `/v2/contribuables?${new URLSearchParams(pairs).toString()}`,
    );
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ code, errors: [{ field }] });
  });
});
