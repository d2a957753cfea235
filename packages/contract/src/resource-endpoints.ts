/** The calls of a declared resource, whichever it is. */
import type { z } from 'zod';
import { type Endpoint, nothing } from './endpoints.ts';
import { idParam, listOf, listQuerySchema } from './schemas.ts';
import { suppressionSchema, targetsSchema } from './selections.ts';

interface Schemas<Path extends string, Row, Create, Patch> {
  path: Path;
  replySchema: Row;
  createSchema: Create;
  patchSchema: Patch;
}

/** By method, and by the address below that of the resource. */
export const resourceCalls = <Row extends z.ZodType, Create extends z.ZodType, Patch extends z.ZodType>({
  replySchema,
  createSchema,
  patchSchema,
}: Omit<Schemas<string, Row, Create, Patch>, 'path'>) => ({
  GET: { query: listQuerySchema, replies: { 200: listOf(replySchema) } },
  'GET /{id}': { params: idParam, replies: { 200: replySchema } },
  POST: { body: createSchema, replies: { 201: replySchema } },
  'PATCH /{id}': { params: idParam, body: patchSchema, replies: { 200: replySchema } },
  'DELETE /{id}': { params: idParam, replies: nothing },
  'POST /suppression': { body: targetsSchema, replies: { 200: suppressionSchema } },
});

type Placed<Path extends string, Calls> = {
  [
    Address in keyof Calls as Address extends `${infer Method} ${infer Rest}`
      ? `${Method} /${Path}${Rest}`
      : `${Address & string} /${Path}`
  ]: Calls[Address];
};

/** The same by their whole addresses. */
export const resourceEndpoints = <
  Path extends string,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Patch extends z.ZodType,
>(
  resource: Schemas<Path, Row, Create, Patch>,
) =>
  Object.fromEntries(
    Object.entries<Endpoint>(resourceCalls(resource)).map(([address, endpoint]) => {
      const [method, rest = ''] = address.split(' ');
      return [`${method} /${resource.path}${rest}`, endpoint];
    }),
  ) as Placed<Path, ReturnType<typeof resourceCalls<Row, Create, Patch>>>;
