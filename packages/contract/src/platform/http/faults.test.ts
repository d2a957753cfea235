import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API } from '../../api.ts';
import type { Endpoint, Schema } from './endpoints.ts';
import { faultSentence, fieldName, frenchErrors } from './faults.ts';

z.config({ localeError: frenchErrors });

interface Def {
  shape?: Record<string, Schema>;
  options?: Schema[];
  innerType?: Schema;
  element?: Schema;
  valueType?: Schema;
  in?: Schema;
  out?: Schema;
}
const defOf = (schema: Schema): Def => schema._zod.def as Def;

/** Every schema within a schema, and the names of its fields. */
function namesIn(schema: Schema, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { shape = {}, options = [], innerType, element, valueType, in: from, out } = defOf(schema);
  const inner = [...Object.values(shape), ...options, innerType, element, valueType, from, out];
  return [...Object.keys(shape), ...inner.flatMap((one) => (one ? namesIn(one, seen) : []))];
}

/** The object shape of a schema, below its transforms. */
function shapeOf(schema: Schema): Record<string, Schema> {
  const { shape, options, innerType, in: from, out } = defOf(schema);
  if (shape) return shape;
  return Object.assign(
    {},
    ...[...(options ?? []), innerType, from, out].map((one) => (one ? shapeOf(one) : {})),
  ) as Record<string, Schema>;
}

const WRONG: unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(20_000),
  '\u0007',
  -1,
  1.555,
  1e20,
  Number.NaN,
  true,
  {},
  { id: 'x' },
  [],
  [null],
  [{}],
  ['x'],
  [{ id: -1 }],
  Array.from({ length: 6000 }, () => 1),
];

/** The errors of a schema for values with an invalid part, in all forms. */
function faultsOf(schema: Schema): { path: string; message: string }[] {
  const given = [
    ...WRONG,
    ...Object.keys(shapeOf(schema)).flatMap((name) => WRONG.map((value) => ({ [name]: value }))),
  ];
  return given.flatMap((value) =>
    (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) => ({
      path: path.join('.'),
      message,
    })),
  );
}

/** Words that no person at a screen understands: English, code names, comparison signs, patterns. */
const TECHNICAL =
  /[<>={}_\\|^]|\b(?:invalid|expected|received|string|number|null|undefined|object|array|json|regex|input|filter|option|record)\b/i;
const CAMEL = /\b[a-z]+[A-Z]\w*/;
/** A path, such as `lignes.3.montant` or `contrib.nom`. */
const PATH = /[a-z]\.[a-z0-9]/i;

const parts = Object.entries<Endpoint>(API).flatMap(([address, { params, query, headers, body }]) =>
  [params, query, headers, body].flatMap((schema) => (schema ? [[address, schema] as const] : [])),
);

describe('the refusal of a call', () => {
  it('names every field as screens do', () => {
    const names = new Set(parts.flatMap(([, schema]) => namesIn(schema)));
    expect([...names].filter((name) => fieldName(name) === undefined)).toEqual([]);
    expect(names.size).toBeGreaterThan(100);
  });

  it('is a sentence that a person understands, for any error of any field', () => {
    const odd = new Set<string>();
    let told = 0;
    for (const [address, schema] of parts)
      for (const { path, message } of faultsOf(schema)) {
        told += 1;
        const sentence = faultSentence(path, message);
        if ([TECHNICAL, CAMEL, PATH].some((sign) => sign.test(sentence)))
          odd.add(`${address} ${path}: ${sentence}`);
      }
    expect([...odd].slice(0, 40)).toEqual([]);
    expect(told).toBeGreaterThan(5000);
  });
});

it.each([
  ['page', z.object({ page: z.int() }), { page: 'un' }, 'Page : un nombre est attendu, en chiffres'],
  [
    'itemperpage',
    z.object({ itemperpage: z.int().max(5000) }),
    { itemperpage: 6000 },
    'Nombre de lignes par page : au plus 5 000',
  ],
  ['motif', z.object({ motif: z.string() }), {}, 'Motif : à renseigner'],
  ['id', z.object({ id: z.int() }), { id: 'x' }, 'Élément : un nombre est attendu, en chiffres'],
  [
    'email',
    z.object({ email: z.email('Veuillez entrer une adresse email valide') }),
    { email: 'x' },
    'Veuillez entrer une adresse email valide',
  ],
] as const)('%s', (path, schema, given, sentence) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  expect(faultSentence(path, issue?.message ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(sentence);
});
