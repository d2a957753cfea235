import { describe, expect, it } from 'vitest';
import { natureActivites } from '@octroi/contract/fiscalite/resources';
import { typeRamifications } from '@octroi/contract/territoire/resources';
import { frequences } from '@octroi/contract/fiscalite/resources';
import { valuesFromFilters } from './creation.ts';
import { check, initialValues, valuesOfRecord } from './form-values.ts';

const row = {
  id: 4,
  version: 2,
  nom: 'Couture',
  entite: { id: 1, nom: 'Ville de Niamey' },
  categorie: { id: 9, nom: 'Artisanat' },
  description: null,
  enabled: true,
  unite: null,
  uniteDecimales: 0,
};

describe('the form of a declared resource', () => {
  it('opens with the defaults of the contract', () => {
    expect(initialValues(frequences)).toEqual({ nom: '', occurrences: 1, description: '', enabled: true });
  });
  it('reports missing values, one message per field', () => {
    const checked = check(natureActivites, 'create', initialValues(natureActivites));
    expect(checked).toEqual({
      ok: false,
      errors: {
        nom: 'Veuillez entrer le nom de la taxe',
        entite: 'Veuillez entrer le nom de la taxe',
        categorie: 'Veuillez entrer le nom de la taxe',
      },
    });
  });
  it('sends references as ids and empty texts as nothing', () => {
    const values = { ...valuesOfRecord(natureActivites, row), description: '' };
    expect(check(natureActivites, 'create', values)).toEqual({
      ok: true,
      body: {
        nom: 'Couture',
        entite: 1,
        categorie: 9,
        description: null,
        enabled: true,
        unite: null,
        uniteDecimales: 0,
      },
    });
  });
  it('leaves fixed fields out of a change, and refuses to empty a required one', () => {
    const values = valuesOfRecord(natureActivites, row);
    const kept = check(natureActivites, 'edit', values);
    expect(kept.ok && Object.keys(kept.body)).toEqual([
      'nom',
      'categorie',
      'unite',
      'uniteDecimales',
      'description',
      'enabled',
    ]);
    expect(check(natureActivites, 'edit', { ...values, nom: '', categorie: null }).ok).toBe(false);
  });
});

describe('a record created from a select', () => {
  it('has the values of the select’s filters, and is active', () => {
    expect(
      valuesFromFilters(natureActivites, [
        { column: 'ent.id', operator: 'eq', x: '3' },
        { column: 'ent.id', operator: 'is null', connector: 'or' },
        { column: 'enabled', operator: 'eq', x: '1' },
      ]),
    ).toEqual({ enabled: true, entite: '3' });
    expect(valuesFromFilters(typeRamifications, [{ column: 'tr.niveau', operator: 'eq', x: '2' }])).toEqual({
      enabled: true,
      niveau: 2,
    });
  });
});
