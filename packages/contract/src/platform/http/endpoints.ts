/**
 * A call is declared once: method and address below `/v2`, parameters, replies. The API builds its routes from it
 * (`routesOf`), the web its calls and cache keys (`call`, `queryFor`); the browser imports the types only.
 */
import { z } from 'zod';

/** The type of zod's core: with `z.ZodType`, type-checking all calls takes the compiler half as long again. */
export type Schema = z.core.$ZodType;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A file, with its possible media types. */
interface FileReply {
  description: string;
  content: Record<string, { schema: Schema }>;
}

export interface Endpoint {
  /** The parameters in braces of the address. */
  params?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema;
  /** For a multipart form with a file instead of a JSON body: a description of its parts. */
  upload?: string;
  /**
   * A call that lets people in, grants rights, or cannot be undone: served only if the session confirmed its password
   * recently (`POST /session/confirmation`; a sign-in counts).
   */
  sensitive?: true;
  /**
   * The call may wait for a second person: it then replies 202 with the approval instead of its usual reply, and runs
   * only once approved.
   */
  approval?: true;
  /**
   * The call changes what people edit: it names the version that was read (`If-Match`), and is refused (412) if
   * somebody saved another one since. Without the header, the last writer wins: that is for programs only.
   */
  versioned?: true;
  /** Repeated calls with the same `Idempotency-Key` create one record: the client lost the reply of the first. */
  keyed?: true;
  /** Successful replies by status. */
  replies: { 200?: Schema | FileReply; 201?: Schema; 202?: Schema; 204?: Schema };
}

type Braced<Address> = Address extends `${string}{${infer Name}}${infer Rest}` ? Name | Braced<Rest> : never;
type Named<E> = E extends { params: z.ZodObject<infer Shape> } ? keyof Shape : never;

/** Further conditions on an endpoint. Names are compared, not schemas, because comparing schemas is much slower. */
type Checked<Address, E> = Address extends `${Method} /${string}`
  ? [Braced<Address>, Named<E>] extends [Named<E>, Braced<Address>]
    ? unknown
    : { params: `the names in braces, and no other: ${Braced<Address>}` }
  : 'a method and an address below /v2, such as « GET /transactions/{id} »';

export const endpoints = <All extends Record<string, Endpoint>>(
  all: All & { [Address in keyof All]: Checked<Address, All[Address]> },
): All => all;

/** The empty reply. */
export const nothing = { 204: z.null() };

/** @param types possible media types of the file */
export const fileReply = (types: readonly string[], description = 'Le fichier'): FileReply => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: z.any().meta({ type: 'string', format: 'binary' }) }]),
  ),
});
