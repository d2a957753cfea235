/** Generates values for a JSON schema: mostly valid, sometimes invalid or malicious. */
import fc from 'fast-check';

/** The parts of an OpenAPI schema that are used here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Unusual texts: extreme lengths, special characters, days, code of other languages. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  'null',
  '9'.repeat(25),
  'a'.repeat(256),
  'é'.repeat(5_000),
  '\0',
  '\u{d800}',
  '\u{202e}',
  '\r\nx-autre: 1',
  '👩‍👩‍👧‍👦',
  '%',
  '%00',
  '_',
  "' or 1=1 --",
  '"; drop table contribuable; --',
  '${7*7}',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '../../etc/passwd',
  '[1,',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '9999-12-31',
  '2026-01-01T00:00:00Z',
] as const;

const hostileText = fc.constantFrom(...TEXTS);
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      true,
      0,
      -1,
      -0.5,
      1e21,
      2 ** 31,
      2 ** 53,
      [],
      {},
      [null],
      { id: null },
      { id: [] },
      { length: 1e9 },
      deep(200),
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer() },
);

/** Plausible texts for a string without a format. */
const PLAIN = fc.oneof(
  fc.constantFrom('Moussa', 'Niamey', '2026-01-01', '2026-12-31', '90123456', 'a@exemple.ne', '8500', '12'),
  fc.string({ maxLength: 12 }),
);

/** Identifiers: mostly low, so that most exist. */
const IDS = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 3, arbitrary: fc.integer({ min: 13, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 ** 31, max: Number.MAX_SAFE_INTEGER }) },
);

/** One value in this many is invalid. */
const INVALID_EVERY = 12;
const orHostile = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: INVALID_EVERY - 1, arbitrary: valid }, { weight: 1, arbitrary: HOSTILE });

/** @param named schemas by their reference */
export function valuesOf(schema: Schema, named: ReadonlyMap<string, Schema>): fc.Arbitrary<unknown> {
  const within = (inner: Schema): fc.Arbitrary<unknown> => valuesOf(inner, named);
  if (schema.$ref) return within(named.get(schema.$ref) ?? {});
  if (schema.enum) return orHostile(fc.constantFrom(...schema.enum));
  if ('const' in schema) return orHostile(fc.constant(schema.const));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(within));
  if (schema.allOf) {
    return fc
      .tuple(...schema.allOf.map(within))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
  }
  switch ([schema.type].flat()[0]) {
    case 'object':
      return orHostile(record(schema, within));
    case 'array':
      return orHostile(fc.array(within(schema.items ?? {}), { maxLength: 4 }));
    case 'integer':
    case 'number':
      return orHostile(numbers(schema));
    case 'boolean':
      return orHostile(fc.boolean());
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof({ weight: 4, arbitrary: PLAIN }, { weight: 1, arbitrary: hostileText });
    default:
      return HOSTILE;
  }
}

function numbers({ minimum = 0, maximum = 5_000_000 }: Schema): fc.Arbitrary<unknown> {
  if (minimum === 1) return IDS;
  return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 10_000_000)) });
}

/**
 * An object with nearly all required members, some optional ones and sometimes an unknown one; or a single member,
 * like a change of one field.
 */
function record(
  { properties = {}, required = [] }: Schema,
  within: (inner: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const alone = Object.entries(properties).map(([name, inner]) =>
    within(inner).map((value): unknown => ({ [name]: value })),
  );
  const complete = wholeRecord({ properties, required }, within);
  return alone.length === 0
    ? complete
    : fc.oneof({ weight: 3, arbitrary: complete }, { weight: 1, arbitrary: fc.oneof(...alone) });
}

function wholeRecord(
  { properties, required }: { properties: Record<string, Schema>; required: readonly string[] },
  within: (inner: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, inner]) =>
    fc.option(within(inner), { nil: undefined, freq: required.includes(name) ? 30 : 1 }),
  );
  return fc
    .tuple(fc.tuple(...members), fc.option(fc.tuple(hostileText, HOSTILE), { freq: 15, nil: undefined }))
    .map(([values, more]) => {
      const included = Object.keys(properties).flatMap((name, index): [string, unknown][] =>
        values[index] === undefined ? [] : [[name, values[index]]],
      );
      return Object.fromEntries(more ? [...included, more] : included) as unknown;
    });
}
