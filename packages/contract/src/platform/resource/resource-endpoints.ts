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
 * `baisse=refuser`: a change that lowers the amount billed is refused with both amounts (409 `conflit.baisse`), so that
 * the client can ask the person before repeating the request without it.
 */
const baisseQuery = z.object({ baisse: z.enum(['refuser']).optional() });

const SENSITIVE = { sensitive: true } as const;
const WAITS = { approval: true } as const;

/** By method and address below the resource's own. */
export const resourceCalls = <Row extends z.ZodType, Create extends z.ZodType, Patch extends z.ZodType>({
  replySchema,
  createSchema,
  patchSchema,
  sensitive,
  approval,
  lowers,
}: Omit<Schemas<string, Row, Create, Patch>, 'path'>) => {
  const waits = (call: Waiting) => (approval?.includes(call) ? WAITS : {});
  const writeOptions = sensitive === 'writes' ? SENSITIVE : {};
  const removalOptions = sensitive === undefined ? {} : SENSITIVE;
  const asking = (lowers ? { query: baisseQuery } : {}) as { query: typeof baisseQuery };
  return {
    GET: { query: listQuerySchema, replies: { 200: listOf(replySchema) } },
    'GET /{id}': { params: idParam, replies: { 200: replySchema } },
    POST: { body: createSchema, replies: { 201: replySchema }, ...writeOptions, ...waits('creation') },
    'PATCH /{id}': {
      params: idParam,
      body: patchSchema,
      replies: { 200: replySchema },
      versioned: true as const,
      ...asking,
      ...writeOptions,
      ...waits('change'),
    },
    'DELETE /{id}': { params: idParam, replies: nothing, ...asking, ...removalOptions, ...waits('removal') },
    // each record of a bulk removal may wait for approval separately: the reply lists them
    'POST /suppression': { body: targetsSchema, replies: { 200: suppressionSchema }, ...removalOptions },
  };
};

type PrefixedCalls<Path extends string, Calls> = {
  [
    Address in keyof Calls as Address extends `${infer Method} ${infer Rest}`
      ? `${Method} /${Path}${Rest}`
      : `${Address & string} /${Path}`
  ]: Calls[Address];
};

/** The same with full addresses. */
type EndpointsOf<R> =
  R extends Schemas<
    infer Path,
    infer Row extends z.ZodType,
    infer Create extends z.ZodType,
    infer Patch extends z.ZodType
  >
    ? PrefixedCalls<Path, ReturnType<typeof resourceCalls<Row, Create, Patch>>>
    : never;
type Merged<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  all: infer All extends Record<string, Endpoint>,
) => void
  ? All
  : never;

/** The calls of several resources, with full addresses. */
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
  ) as Merged<{ [Name in keyof All]: EndpointsOf<All[Name]> }[keyof All]>;
