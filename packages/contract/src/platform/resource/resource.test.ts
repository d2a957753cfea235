import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  decimal,
  defineResource,
  flag,
  integer,
  longText,
  reference,
  references,
  secret,
  text,
  texts,
} from './resource.ts';
import * as declared from '../../resources.ts';

const sample = defineResource({
  path: 'frequences',
  alias: 'e',
  screen: 'frequences',
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
    parent: reference({ label: 'Parent', to: 'frequences', alias: 'p' }),
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
  it('requires its required fields, and gets the defaults', () => {
    expect(create({}).data).toEqual({ ...least, occurrences: 1, enabled: false });
  });

  it('reports a missing field with its hint', () => {
    const expected = [
      ['nom', 'Veuillez entrer le nom'],
      ['ville', 'Veuillez choisir une ville'],
    ];
    expect(messages(sample.createSchema.safeParse({}))).toEqual(expected);
    for (const nothing of ['', null, undefined])
      expect(messages(create({ nom: nothing, ville: nothing }))).toEqual(expected);
    expect(messages(create({ nom: '   ' }))).toEqual([['nom', 'Veuillez entrer le nom']]);
  });

  it('ignores derived and unknown fields', () => {
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

  it('trims texts, parses references, and sets empty values to null', () => {
    expect(
      create({ nom: ' Deux ', note: '', code: '  ', rang: '', taux: null, parent: '' }).data,
    ).toMatchObject({ nom: 'Deux', note: null, rang: null, taux: null, parent: null });
    expect(create({ ville: { id: '7', nom: 'x' }, parent: '8' }).data).toMatchObject({ ville: 7, parent: 8 });
  });

  it.each([
    ['nom', 5],
    ['nom', {}],
    ['nom', 'onze lettres'],
    ['nom', 'a\nb'],
    ['code', 'a\0b'],
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
    ['taux', 1.255],
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
  it('contains only the given fields, without defaults', () => {
    expect(patch({}).data).toEqual({});
    expect(patch({ note: 'x' }).data).toEqual({ note: 'x' });
  });

  it('ignores fixed, derived and unknown fields of any type', () => {
    expect(patch({ code: 5, cumul: 'x', id: 'x', inconnu: 1 }).data).toEqual({});
  });

  it('clears optional fields, never required ones', () => {
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

describe('links, secrets and rules between fields', () => {
  const account = defineResource({
    path: 'users',
    alias: 'c',
    screen: 'users',
    fields: {
      nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom' }),
      email: text({ label: 'Email', format: 'email', hint: 'Veuillez entrer une adresse' }),
      code: secret({ label: 'Code', required: true, hint: 'Veuillez entrer le code' }),
      sorte: reference({
        label: 'Sorte',
        to: 'type_utilisateurs',
        alias: 's',
        default: 3,
        choices: [
          { id: 2, nom: 'Deux' },
          { id: 3, nom: 'Trois' },
        ],
      }),
      villes: references({
        label: 'Villes',
        to: 'villes',
        alias: 'v',
        reply: z.object({ id: z.int(), code: z.string() }),
      }),
    },
    order: 'c.nom',
    pageSize: 30,
    check: ({ nom, code }) =>
      nom !== undefined && nom === code
        ? [{ field: 'code', message: 'Le code ne doit pas être le nom' }]
        : [],
  });
  const whole = { nom: 'Un', code: 'x1' };

  it('parses a list of links in any form, without duplicates', () => {
    const { data } = account.createSchema.safeParse({ ...whole, villes: [3, '4', { id: 5 }, '3'] });
    expect(data).toEqual({ ...whole, sorte: 3, villes: [3, 4, 5] });
    expect(account.patchSchema.safeParse({ villes: null }).data).toEqual({ villes: [] });
    expect(account.patchSchema.safeParse({}).data).toEqual({});
    for (const villes of ['3', [0], [null], [[1]], {}])
      expect(account.patchSchema.safeParse({ villes }).success, JSON.stringify(villes)).toBe(false);
  });

  it('accepts only the values of a fixed list', () => {
    expect(account.patchSchema.safeParse({ sorte: '2' }).data).toEqual({ sorte: 2 });
    expect(messages(account.patchSchema.safeParse({ sorte: 1 }))).toEqual([
      ['sorte', 'Valeur non valable : Sorte'],
    ]);
  });

  it('requires a secret on creation only: a change or a replacement may omit it', () => {
    for (const code of [undefined, '', null]) {
      expect(messages(account.createSchema.safeParse({ nom: 'Un', code }))).toEqual([
        ['code', 'Veuillez entrer le code'],
      ]);
      expect(account.patchSchema.safeParse({ code }).data?.['code']).toBeUndefined();
      expect(account.replaceSchema.safeParse({ nom: 'Un', code }).data).toMatchObject({
        nom: 'Un',
        sorte: 3,
      });
    }
    expect(account.replaceSchema.safeParse({ code: 'x1' }).success).toBe(false);
  });

  it('never exposes a secret, neither in replies nor as a column', () => {
    const row = { id: 1, ...whole, email: null, sorte: null, villes: [{ id: 3, code: 'A' }] };
    const reply = { ...row, createdAt: '', updatedAt: '', version: 1 };
    expect(account.replySchema.parse(reply)).toEqual({ ...reply, code: undefined });
    expect(account.replySchema.parse(reply)).not.toHaveProperty('code');
    expect(Object.keys(account.filterFields)).toEqual([
      'c.id',
      'c.nom',
      'c.email',
      's.id',
      's.nom',
      'v.id',
      'c.createdAt',
      'c.updatedAt',
    ]);
    expect(account.filterFields['s.id']?.choices).toHaveLength(2);
  });

  it('checks rules across fields when both are given', () => {
    const fault = [['code', 'Le code ne doit pas être le nom']];
    for (const schema of [account.createSchema, account.replaceSchema, account.patchSchema])
      expect(messages(schema.safeParse({ nom: 'x1', code: 'x1' }))).toEqual(fault);
  });

  it.each(['a', 'a@b', 'a b@c.d', '@c.d', 'a@@c.d'])('refuses %s as an address', (email) => {
    expect(messages(account.patchSchema.safeParse({ email }))).toEqual([
      ['email', 'Veuillez entrer une adresse'],
    ]);
  });
});

describe('the columns of its list', () => {
  it('are its fields, its references’ ids and names, and its timestamps only', () => {
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
  it('sorts by an existing column, and has a hint for every required field', () => {
    expect(resource.filterFields).toHaveProperty([resource.order]);
    for (const [name, field] of Object.entries(resource.fields))
      if (field.required && !('default' in field)) expect(field.hint, name).toMatch(/^Veuillez /);
  });

  it('references declared resources or fixed lists only', () => {
    const paths = new Set<string>(Object.values(declared).map(({ path }) => path));
    for (const field of Object.values(resource.fields))
      if (field.kind === 'references' || (field.kind === 'reference' && !field.choices))
        expect([...paths]).toContain(field.to);
  });

  it('has unique column names', () => {
    const aliases = [
      resource.alias,
      ...Object.values(resource.fields).flatMap((field) => ('alias' in field ? [field.alias] : [])),
    ];
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});
