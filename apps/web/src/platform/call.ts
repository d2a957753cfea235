/**
 * Typed calls of the contract: `call('PATCH /transactions/{id}', { params, body, version })`, and for displayed data,
 * `useQuery(queryFor('GET /transactions/{id}', { params }))`. The browser only imports the contract's types.
 */
import type { Api } from '@octroi/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { type NamedFile, type Options, type Parts, send, sendAct, sendForFile, urlOf } from './api.ts';

type Input<S> = S extends { _zod: { input: infer Given } } ? Given : never;
type Output<S> = S extends { _zod: { output: infer Given } }
  ? Given
  : S extends { content: { 'application/json': { schema: infer Told } } }
    ? Output<Told>
    : never;

/** Types accepted for a value in an address: numbers as text, lists as JSON, empty values omitted. */
type UrlValue<Value> =
  | null
  | (Value extends readonly unknown[]
      ? readonly (string | number)[]
      : string extends Value
        ? string | number
        : Value | (Value extends `${infer Digits extends number}` ? Digits : never));
/** Lists also accept filter rows beside their own parameters; other calls only their own. */
type QueryParams<Given> = {
  [Name in keyof Given as string extends Name ? never : Name]: UrlValue<Given[Name]>;
} & (string extends keyof Given ? { [row: `filter[${string}`]: string | number } : unknown);

type Nothing = Record<never, never>;
/** Optional if it has no required property. */
type Part<Name extends string, Given> = Nothing extends Given
  ? { [Each in Name]?: Given }
  : { [Each in Name]: Given };

type Sent<E> = (E extends { params: infer S } ? { params: Input<S> } : unknown) &
  (E extends { query: infer S } ? Part<'query', QueryParams<Input<S>>> : unknown) &
  (E extends { body: infer S } ? Part<'body', Input<S>> : unknown) &
  (E extends { upload: string } ? { form: FormData } : unknown) &
  // a call that creates is repeated with its key when its answer is lost
  (E extends { keyed: true } ? { idempotencyKey: string } : unknown) &
  // what people edit is never saved without the version that they saw, unless that is said
  (E extends { versioned: true } ? { version: number | undefined } : unknown);

/** Method and address of a call. */
export type Address = keyof Api;
/** The parts of a call, beside its address. */
export type RequestOf<A extends Address> = Sent<Api[A]> & Options;
/** The reply; null if it is empty. */
export type Reply<A extends Address> = {
  [Status in keyof Api[A]['replies']]: Output<Api[A]['replies'][Status]>;
}[keyof Api[A]['replies']];

export type Args<A extends Address> =
  Nothing extends RequestOf<A> ? [request?: RequestOf<A>] : [request: RequestOf<A>];

/** An act, or a single reading; a reading that may be repeated is a query. @throws ApiError for any unsuccessful reply */
export const call = <A extends Address>(address: A, ...[request]: Args<A>): Promise<Reply<A>> =>
  (address.startsWith('GET ') ? send : sendAct)<Reply<A>>(address, request as Parts);

/** The same as a query: cached, and refetched after a change of its resource. */
export const queryFor = <A extends Address>(address: A, ...[request]: Args<A>) =>
  queryByPath<Reply<A>>(address, request as Parts);

/** Cache key of a call: resource, address and parts. */
export const callKey = <A extends Address>(address: A, ...[request]: Args<A>) =>
  keyOf(address, request as Parts);

/** Prefix of all cache keys of a resource. */
export const resourceKey = (address: Address): readonly [string] => [resourceOf(address)];

/** The reply of a server that produces the file in a job. */
type JobReply<A extends Address> = Api[A]['replies'] extends { 202: infer S } ? Output<S> : never;

/** Requests a file, or a job that produces it. */
export const callFile = <A extends Address>(
  address: A,
  ...[request]: Args<A>
): Promise<NamedFile | JobReply<A>> => sendForFile<JobReply<A>>(address, request as Parts);

/** URL of a link to a file. */
export const linkTo = <A extends Address>(address: A, ...[request]: Args<A>): string =>
  urlOf(address, request as Parts);

const resourceOf = (address: string): string => /\/(\w+)/.exec(address)?.[1] ?? address;

/** A number in an address is written as text: both forms must give the same key. */
const keyOf = (address: string, { params, query, body }: Parts = {}) =>
  [
    resourceOf(address),
    address,
    {
      params:
        params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
      query,
      body,
    },
  ] as const;

/** Query options for a reply. */
export type QueryFor<Data> = ReturnType<typeof queryByPath<Data>>;

/** For calls known only by their path (`resource.ts`); others use `queryFor`. */
export const queryByPath = <Data>(address: string, request: Parts = {}) =>
  queryOptions({
    queryKey: keyOf(address, request),
    queryFn: ({ signal }) => send<Data>(address, { ...request, signal }),
  });
