/**
 * A call is stated once: method and address below `/v2`, what it takes, what it replies. The API makes its routes of
 * that (`routesOf`), the web its calls and the keys of what it keeps (`call`, `asks`); the browser gets the types alone.
 */
import { z } from 'zod';

/** The core's type, not `z.ZodType`: with that one, checking all calls cost the compiler half as much again. */
export type Schema = z.core.$ZodType;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A file, by the media types that it may come in. */
interface FileReply {
  description: string;
  content: Record<string, { schema: Schema }>;
}

export interface Endpoint {
  /** Of what stands in braces in the address. */
  params?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema;
  /** In place of a body, a form with a file: what its parts are. */
  upload?: string;
  /**
   * Lets people in, gives rights, or cannot be undone: served only where the session gave its password lately
   * (`POST /session/confirmation`; a sign-in counts).
   */
  sensitive?: true;
  /**
   * May wait for a second person: then it replies 202 with the approval in place of its usual reply, and nothing is done
   * until somebody approves it.
   */
  approval?: true;
  /** By status, what is replied where all went well. */
  replies: { 200?: Schema | FileReply; 201?: Schema; 202?: Schema; 204?: Schema };
}

type Braced<Address> = Address extends `${string}{${infer Name}}${infer Rest}` ? Name | Braced<Rest> : never;
type Named<E> = E extends { params: z.ZodObject<infer Shape> } ? keyof Shape : never;

/** What an endpoint must be beside its form. Names are compared, not schemas: that would cost far more. */
type Checked<Address, E> = Address extends `${Method} /${string}`
  ? [Braced<Address>, Named<E>] extends [Named<E>, Braced<Address>]
    ? unknown
    : { params: `the names in braces, and no other: ${Braced<Address>}` }
  : 'a method and an address below /v2, such as « GET /transactions/{id} »';

/** The calls of a part of the product, by method and address. */
export const endpoints = <All extends Record<string, Endpoint>>(
  all: All & { [Address in keyof All]: Checked<Address, All[Address]> },
): All => all;

/** The reply of a call after which there is nothing to tell. */
export const nothing = { 204: z.null() };

/** @param types media types that the file may come in */
export const fileReply = (types: readonly string[], description = 'Le fichier'): FileReply => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: z.any().meta({ type: 'string', format: 'binary' }) }]),
  ),
});
