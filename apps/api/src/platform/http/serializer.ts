/** Compiles serialisers from the schemas of replies: fast, and undeclared properties are not sent. */
import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** `anyOf` with null would make the serialiser validate every value; a nullable type is equivalent. */
function flattenNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(flattenNullable);
  if (typeof node !== 'object' || node === null) return node;
  const flat = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, flattenNullable(value)]));
  const options = flat['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return flat;
  const other = (options as JsonSchema[]).find((option) => option['type'] !== 'null');
  const hasNull = (options as JsonSchema[]).some((option) => option['type'] === 'null');
  return hasNull && other?.['type'] ? { ...other, nullable: true } : flat;
}

const compiled = new WeakMap<z.ZodType, (value: unknown) => string>();

export function serializerFor(schema: z.ZodType): (value: unknown) => string {
  let serialize = compiled.get(schema);
  if (!serialize) {
    const json = flattenNullable(
      z.toJSONSchema(schema, { io: 'output', target: 'draft-7', unrepresentable: 'any' }),
    );
    serialize = fastJson(json as fastJson.Schema);
    compiled.set(schema, serialize);
  }
  return serialize;
}
