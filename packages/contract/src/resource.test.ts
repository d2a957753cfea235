import { describe, expect, it } from 'vitest';
import { decimal, defineResource, flag, integer, longText, reference, text, texts } from './resource.ts';
import * as declared from './resources.ts';

const sample = defineResource({
  path: 'essais',
  alias: 'e',
  navigation: 'essais',
  label: { one: 'Essai', many: 'Essais' },
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom', max: 10 }),
    code: text({ label: 'Code', fixed: true }),
    note: longText({ label: 'Note' }),
    rang: integer({ label: 'Rang', min: 1, max: 9 }),
    occurrences: integer({ label: 'Occurrences', required: true, min: 1, max: 366, default: 1 }),
    taux: decimal({ label: 'Taux' }),
    mots: texts({ label: 'Mots' }),
    ville: reference({
      label: 'Ville',
      required: true,
      hint: 'Veuillez choisir une ville',
      to: 'villes',
      alias: 'v',
    }),
    parent: reference({ label: 'Parent', to: 'essais', alias: 'p' }),
    cumul: integer({ label: 'Cumul', derived: true }),
    enabled: flag({ label: 'Active ?', default: false }),
  },
  order: 'e.nom',
  pageSize: 30,
});
const least = { nom: 'Un', ville: 1 };
const create = (given: Record<string, unknown>) => sample.createSchema.safeParse({ ...least, ...given });
const patch = (given: Record<string, unknown>) => sample.patchSchema.safeParse(given);
const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a record to be created', () => {
  it('needs what is required, and gets the defaults', () => {
    expect(create({}).data).toEqual({ ...least, occurrences: 1, enabled: false });
  });

  it('names what is missing with the hint of its field', () => {
    const expected = [
      ['nom', 'Veuillez entrer le nom'],
      ['ville', 'Veuillez choisir une ville'],
    ];
    expect(messages(sample.createSchema.safeParse({}))).toEqual(expected);
    for (const nothing of ['', null, undefined])
      expect(messages(create({ nom: nothing, ville: nothing }))).toEqual(expected);
    expect(messages(create({ nom: '   ' }))).toEqual([['nom', 'Veuillez entrer le nom']]);
  });

  it('ignores what is derived and what no field is called', () => {
    const given = {
      id: 9,
      version: 3,
      createdAt: 'hier',
      updatedAt: null,
      cumul: 'beaucoup',
      inconnu: { a: 1 },
      __proto__: { nom: 'x' },
    };
    expect(create(given).data).toEqual(create({}).data);
  });

  it('trims texts, reads references, and empties what is written empty', () => {
    expect(
      create({ nom: ' Deux ', note: '', code: '  ', rang: '', taux: null, parent: '' }).data,
    ).toMatchObject({ nom: 'Deux', note: null, rang: null, taux: null, parent: null });
    expect(create({ ville: { id: '7', nom: 'x' }, parent: '8' }).data).toMatchObject({ ville: 7, parent: 8 });
  });

  it.each([
    ['nom', 5],
    ['nom', {}],
    ['nom', 'onze lettres'],
    ['note', 4],
    ['note', 'x'.repeat(4001)],
    ['rang', '3'],
    ['rang', 0],
    ['rang', 10],
    ['rang', 2.5],
    ['rang', true],
    ['occurrences', 0],
    ['occurrences', 367],
    ['occurrences', null],
    ['taux', '5'],
    ['taux', -1],
    ['taux', 100.5],
    ['taux', Number.NaN],
    ['mots', 'x'],
    ['mots', [1]],
    ['ville', 0],
    ['ville', 'x'],
    ['ville', []],
    ['ville', true],
    ['parent', 'x'],
    ['parent', -1],
    ['enabled', 1],
    ['enabled', 'true'],
    ['enabled', null],
  ])('refuses %s = %j by name', (field, value) => {
    const result = create({ [field]: value });
    expect(result.success).toBe(false);
    expect(messages(result)?.[0]?.[0]?.split('.')[0]).toBe(field);
  });
});

describe('a change', () => {
  it('is what it names, without defaults', () => {
    expect(patch({}).data).toEqual({});
    expect(patch({ note: 'x' }).data).toEqual({ note: 'x' });
  });

  it('ignores what is fixed, derived or unknown, of whatever type', () => {
    expect(patch({ code: 5, cumul: 'x', id: 'x', inconnu: 1 }).data).toEqual({});
  });

  it('empties what may be empty, never what is required', () => {
    expect(patch({ note: '', rang: null, parent: null }).data).toEqual({
      note: null,
      rang: null,
      parent: null,
    });
    for (const field of ['nom', 'ville', 'occurrences', 'enabled'])
      expect(patch({ [field]: null }).success, field).toBe(false);
    expect(messages(patch({ nom: '' }))).toEqual([['nom', 'Veuillez entrer le nom']]);
  });

  it('refuses wrong types', () => {
    for (const given of [{ nom: 1 }, { ville: 'x' }, { enabled: 0 }, { taux: '1' }])
      expect(patch(given).success).toBe(false);
  });
});

describe('the columns of its list', () => {
  it('are its own fields, its references’ ids and names, and its moments; nothing else', () => {
    expect(
      Object.fromEntries(Object.entries(sample.filterFields).map(([name, { type }]) => [name, type])),
    ).toEqual({
      'e.id': 'integer',
      'e.nom': 'text',
      'e.code': 'text',
      'e.note': 'text',
      'e.rang': 'integer',
      'e.occurrences': 'integer',
      'e.taux': 'decimal',
      'v.id': 'reference',
      'v.nom': 'text',
      'p.id': 'reference',
      'p.nom': 'text',
      'e.cumul': 'integer',
      'e.enabled': 'boolean',
      'e.createdAt': 'instant',
      'e.updatedAt': 'instant',
    });
    expect(sample.filterFields['v.id']?.to).toBe('villes');
  });
});

describe.each(Object.entries(declared))('the declaration of %s', (_, resource) => {
  it('orders by a column that it has, and hints at every required field', () => {
    expect(resource.filterFields).toHaveProperty([resource.order]);
    for (const [name, field] of Object.entries(resource.fields))
      if (field.required && !('default' in field)) expect(field.hint, name).toMatch(/^Veuillez /);
  });

  it('leads its references to resources that are declared, or to a type', () => {
    const paths = new Set(Object.values(declared).map(({ path }) => path));
    for (const field of Object.values(resource.fields))
      if (field.kind === 'reference') expect([...paths, 'type_entites']).toContain(field.to);
  });

  it('gives each column one name', () => {
    const aliases = [
      resource.alias,
      ...Object.values(resource.fields).flatMap((field) => (field.kind === 'reference' ? [field.alias] : [])),
    ];
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});
