/**
 * Generates calls from the OpenAPI document: every operation, with valid, almost valid and invalid parameters and
 * bodies.
 */
import fc from 'fast-check';
import { FILTER_OPERATORS } from '@octroi/contract';
import { type Schema, valuesOf } from './values.ts';

export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Call {
  /** The operation as the document names it: `GET /v2/contribuables/{id}`. */
  operation: string;
  method: string;
  /** Encoded URL from `/v2`. */
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A filter: column, operator and value; any column on any list. */
const filters = (fields: readonly string[]): fc.Arbitrary<[string, string][]> =>
  fc
    .tuple(
      fc.constantFrom(...fields, 'x', "id'", ''),
      fc.constantFrom(...FILTER_OPERATORS, 'drop'),
      valuesOf({ type: 'string' }, new Map()).map(String),
    )
    .map(([field, operation, value]) => [
      [`filter[${field}][type]`, operation],
      [`filter[${field}][x]`, value],
    ]);

/** A value as text of a URL, without lone surrogates, which cannot be encoded. */
const written = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** Multipart bodies: a valid one and invalid ones. */
const FORMS = (() => {
  const form = (boundary: string, parts: string, end = `--${boundary}--\r\n`): [string, string] => [
    `multipart/form-data; boundary=${boundary}`,
    `${parts}${end}`,
  ];
  const part = (boundary: string, heads: string, content: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${heads}\r\n\r\n${content}\r\n`;
  const long = 'b'.repeat(300);
  return [
    form('x', part('x', 'name="fichier"; filename="a.csv"', 'Nom;Prénom\nMoussa;Ali')),
    form('x', part('x', 'name="fichier"; filename="a.png"', '\u{89}PNG\r\n\u{1a}\n')),
    form('x', part('x', 'name="fichier"', 'sans nom de fichier')),
    form('x', part('x', 'name="fichier"; filename=""', '')),
    form('x', part('x', 'filename="a.csv"', 'sans nom')),
    form('x', part('x', 'name="fichier"; filename="a.csv"', 'coupé'), ''),
    form('x', part('x', 'name="autre"', '1').repeat(40)),
    form('x', 'ni tête ni corps'),
    form(long, part(long, 'name="fichier"; filename="a.csv"', '1')),
    form('', part('', 'name="fichier"; filename="a.csv"', '1')),
    ['multipart/form-data', 'sans frontière'] as [string, string],
  ];
})();

/** Maximum length of a URL: the router refuses longer ones before any route. */
const ADDRESS = 12_000;

/**
 * @param fields columns used in filters
 * @param leftOut operations not to call
 * @returns calls, each operation equally often
 */
export function callsOf(
  document: Document,
  fields: readonly string[],
  leftOut: readonly string[],
): fc.Arbitrary<Call> {
  const named = new Map(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
      `#/components/schemas/${name}`,
      schema,
    ]),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
      .filter(({ method }) => !leftOut.includes(`${method} ${path}`)),
  );
  return fc.oneof(
    ...operations.map(({ method, path, operation }) => {
      const { parameters = [], requestBody } = operation;
      const values = fc.tuple(
        ...parameters.map(({ in: location, required, schema }) =>
          location === 'path'
            ? valuesOf({ type: 'integer', minimum: 1 }, named)
            : fc.option(valuesOf(schema, named), { nil: undefined, freq: required ? 30 : 1 }),
        ),
      );
      const lists = parameters.some(({ name }) => name === 'orderBy');
      const more = lists ? fc.option(filters(fields), { nil: [] }) : fc.constant<[string, string][]>([]);
      const schema = requestBody?.content['application/json']?.schema;
      const body = schema
        ? fc.oneof(
            { weight: 30, arbitrary: valuesOf(schema, named).map((value) => JSON.stringify(value)) },
            { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[]', '"', '{"a":1}}') },
          )
        : fc.constant(undefined);
      const other: fc.Arbitrary<[string, string] | undefined> =
        method === 'POST' && !schema
          ? fc.option(fc.constantFrom(...FORMS), { nil: undefined, freq: 3 })
          : fc.constant(undefined);
      return fc.tuple(values, more, body, other).map(([parameterValues, filter, json, form]): Call => {
        const query = new URLSearchParams(filter);
        let address = path;
        for (const [index, { name, in: location }] of parameters.entries()) {
          const value = parameterValues[index];
          if (location === 'path') address = address.replace(`{${name}}`, encodeURIComponent(written(value)));
          else if (location === 'query' && value !== undefined) query.append(name, written(value));
        }
        const search = query.toString();
        return {
          operation: `${method} ${path}`,
          method,
          url: (search ? `${address}?${search}` : address).slice(0, ADDRESS),
          headers:
            json === undefined
              ? form
                ? { 'content-type': form[0] }
                : {}
              : { 'content-type': 'application/json' },
          body: json ?? form?.[1],
        };
      });
    }),
  );
}
