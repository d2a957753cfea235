/**
 * Calls as the contract states them: `call('PATCH /transactions/{id}', { params, body, version })`, and for what is
 * shown, `useQuery(queryFor('GET /transactions/{id}', { params }))`. Of the contract only its types come to the browser.
 */
import type { Api } from '@octroi/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { type NamedFile, type Options, type Parts, send, sendForFile, urlOf } from './api.ts';

type Input<S> = S extends { _zod: { input: infer Given } } ? Given : never;
type Output<S> = S extends { _zod: { output: infer Given } }
  ? Given
  : S extends { content: { 'application/json': { schema: infer Told } } }
    ? Output<Told>
    : never;

/** What a value of an address may be written from: numbers travel as text, lists as JSON, empty ones not at all. */
type UrlValue<Value> =
  | null
  | (Value extends readonly unknown[]
      ? readonly (string | number)[]
      : string extends Value
        ? string | number
        : Value | (Value extends `${infer Digits extends number}` ? Digits : never));
/** Lists take rows of the filter grammar beside what they name; other calls take what they name alone. */
type QueryParams<Given> = {
  [Name in keyof Given as string extends Name ? never : Name]: UrlValue<Given[Name]>;
} & (string extends keyof Given ? { [row: `filter[${string}`]: string | number } : unknown);

type Nothing = Record<never, never>;
/** May be left out where nothing in it must be given. */
type Part<Name extends string, Given> = Nothing extends Given
  ? { [Each in Name]?: Given }
  : { [Each in Name]: Given };

type Sent<E> = (E extends { params: infer S } ? { params: Input<S> } : unknown) &
  (E extends { query: infer S } ? Part<'query', QueryParams<Input<S>>> : unknown) &
  (E extends { body: infer S } ? Part<'body', Input<S>> : unknown) &
  (E extends { upload: string } ? { form: FormData } : unknown);

/** Method and address of a call. */
export type Address = keyof Api;
/** What a call is given beside its address. */
export type RequestOf<A extends Address> = Sent<Api[A]> & Options;
/** What it replies; null where there is nothing to tell. */
export type Reply<A extends Address> = {
  [Status in keyof Api[A]['replies']]: Output<Api[A]['replies'][Status]>;
}[keyof Api[A]['replies']];

type Args<A extends Address> = Nothing extends RequestOf<A> ? [given?: RequestOf<A>] : [given: RequestOf<A>];

/** @throws ApiError for every reply that is not the one that was asked for */
export const call = <A extends Address>(address: A, ...[request]: Args<A>): Promise<Reply<A>> =>
  send<Reply<A>>(address, request as Parts);

/** The same for what is shown: it is kept, and asked anew once something of its resource was written. */
export const queryFor = <A extends Address>(address: A, ...[request]: Args<A>) =>
  queryByPath<Reply<A>>(address, request as Parts);

/** Where the reply of a call is kept: under its resource, its address and what it was given. */
export const callKey = <A extends Address>(address: A, ...[request]: Args<A>) =>
  keyOf(address, request as Parts);

/** Under what all is kept of the resource that an address begins with. */
export const resourceKey = (address: Address): readonly [string] => [resourceOf(address)];

/** What a server that makes a file apart replies instead of it. */
type JobReply<A extends Address> = Api[A]['replies'] extends { 202: infer S } ? Output<S> : never;

/** Asks for a file, or has one made. */
export const callFile = <A extends Address>(
  address: A,
  ...[request]: Args<A>
): Promise<NamedFile | JobReply<A>> => sendForFile<JobReply<A>>(address, request as Parts);

/** Where a link to a file leads. */
export const linkTo = <A extends Address>(address: A, ...[request]: Args<A>): string =>
  urlOf(address, request as Parts);

const resourceOf = (address: string): string => /\/(\w+)/.exec(address)?.[1] ?? address;

/** A number in an address is the text that it is written as: both are kept in one place. */
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

/** A query of what such a call replies. */
export type QueryFor<Data> = ReturnType<typeof queryByPath<Data>>;

/** For calls that are known by a path alone (`resource.ts`); any other is made by `queryFor`. */
export const queryByPath = <Data>(address: string, request: Parts = {}) =>
  queryOptions({
    queryKey: keyOf(address, request),
    queryFn: ({ signal }) => send<Data>(address, { ...request, signal }),
  });
