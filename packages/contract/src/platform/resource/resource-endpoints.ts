/** The calls of declared resources. */
import { z } from 'zod';
import { type Endpoint, nothing } from '../http/endpoints.ts';
import { idParam, listOf, listQuerySchema } from '../http/schemas.ts';
import type { Sensitive, Waiting } from './resource.ts';
import { suppressionSchema, targetsSchema } from '../listing/selections.ts';

interface Schemas<Path extends string, Row, Create, Patch> {
  path: Path;
  replySchema: Row;
  createSchema: Create;
  patchSchema: Patch;
  sensitive?: Sensitive | undefined;
  approval?: readonly Waiting[] | undefined;
  lowers?: boolean | undefined;
}

/**
 * `baisse=refuser`: a change that lowers what is billed is refused with both figures (409 `conflit.baisse`), so that the
 * person is asked before it is sent again without.
 */
const baisseQuery = z.object({ baisse: z.enum(['refuser']).optional() });

const SENSITIVE = { sensitive: true } as const;
const WAITS = { approval: true } as const;

/** By method, and by the address below that of the resource. */
export const resourceCalls = <Row extends z.ZodType, Create extends z.ZodType, Patch extends z.ZodType>({
  replySchema,
  createSchema,
  patchSchema,
  sensitive,
  approval,
  lowers,
}: Omit<Schemas<string, Row, Create, Patch>, 'path'>) => {
  const waits = (call: Waiting) => (approval?.includes(call) ? WAITS : {});
  const written = sensitive === 'writes' ? SENSITIVE : {};
  const removed = sensitive === undefined ? {} : SENSITIVE;
  const asking = (lowers ? { query: baisseQuery } : {}) as { query: typeof baisseQuery };
  return {
    GET: { query: listQuerySchema, replies: { 200: listOf(replySchema) } },
    'GET /{id}': { params: idParam, replies: { 200: replySchema } },
    POST: { body: createSchema, replies: { 201: replySchema }, ...written, ...waits('creation') },
    'PATCH /{id}': {
      params: idParam,
      body: patchSchema,
      replies: { 200: replySchema },
      ...asking,
      ...written,
      ...waits('change'),
    },
    'DELETE /{id}': { params: idParam, replies: nothing, ...asking, ...removed, ...waits('removal') },
    // of many each waits by itself: what is replied says so
    'POST /suppression': { body: targetsSchema, replies: { 200: suppressionSchema }, ...removed },
  };
};

type Placed<Path extends string, Calls> = {
  [
    Address in keyof Calls as Address extends `${infer Method} ${infer Rest}`
      ? `${Method} /${Path}${Rest}`
      : `${Address & string} /${Path}`
  ]: Calls[Address];
};

/** The same by their whole addresses. */
type Addressed<R> =
  R extends Schemas<
    infer Path,
    infer Row extends z.ZodType,
    infer Create extends z.ZodType,
    infer Patch extends z.ZodType
  >
    ? Placed<Path, ReturnType<typeof resourceCalls<Row, Create, Patch>>>
    : never;
type Joined<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  all: infer All extends Record<string, Endpoint>,
) => void
  ? All
  : never;

/** The calls of several resources, by their whole addresses. */
export const resourceEndpoints = <
  All extends Record<string, Schemas<string, z.ZodType, z.ZodType, z.ZodType>>,
>(
  resources: All,
) =>
  Object.fromEntries(
    Object.values(resources).flatMap((resource) =>
      Object.entries<Endpoint>(resourceCalls(resource)).map(([address, endpoint]) => {
        const [method, rest = ''] = address.split(' ');
        return [`${method} /${resource.path}${rest}`, endpoint];
      }),
    ),
  ) as Joined<{ [Name in keyof All]: Addressed<All[Name]> }[keyof All]>;
