/**
 * The calls of a resource that is known by its path alone: whichever list or form is on screen. Here, and nowhere else,
 * what a reply holds is said and not derived: of a path that the compiler knows, the rows of its list in the contract.
 */
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import type { Suppression } from '@octroi/contract/platform/listing/selections';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { type Parts, type Query, send } from './api.ts';
import { type Address, queryByPath, type RequestOf, type Reply } from './call.ts';

type ReplyOf<A> = A extends Address ? Reply<A> : never;
/** The row type of a list, by its path. */
export type RowOf<Path extends string> = string extends Path
  ? ResourceRow
  : ReplyOf<`GET /${Path}`> extends { data: (infer Row extends { id: number })[] }
    ? Row
    : never;

/** The parameters of a list beside page, order and filter. */
export type ListScope = Readonly<
  Record<string, string | number | readonly (string | number)[] | null | undefined>
>;
type GivenTo<A> = A extends Address ? RequestOf<A> : never;
/** The parameters allowed by the list of a path. */
export type ListScopeOf<Path extends string> = string extends Path
  ? ListScope
  : GivenTo<`GET /${Path}`> extends { query?: infer Asked extends ListScope }
    ? Asked
    : never;

/** A page of a list. */
export interface Page<Row> {
  data: Row[];
  /** The number of all rows, unless only the page's rows were asked for. */
  meta: { total_records?: number };
}

/** Sums over all rows of a list, by column. */
type Totals = Record<string, number> & { total_records: number };

/** The result of a bulk removal, or the job that runs it when it is long. */
export type Removal = Suppression & { extournes?: number; travail?: Travail | null };

/** @param path below `/v2`; values for its braces come with each call */
export const callsOf = <Path extends string>(path: Path) => ({
  page: (query: Query, params?: Parts['params']) =>
    queryByPath<Page<RowOf<Path>>>(`GET /${path}`, { query, params }),
  totals: (query: Query) => queryByPath<Totals>(`GET /${path}/totaux`, { query }),
  record: (id: number | string) => queryByPath<ResourceRow>(`GET /${path}/{id}`, { params: { id } }),
  find: (id: number | string) => send<ResourceRow>(`GET /${path}/{id}`, { params: { id } }),
  create: (body: object) => send<ResourceRow>(`POST /${path}`, { body }),
  change: (id: number | string, body: object, version: number | undefined) =>
    send<ResourceRow>(`PATCH /${path}/{id}`, { params: { id }, body, version }),
  remove: (id: number) => send<null>(`DELETE /${path}/{id}`, { params: { id } }),
  removeMany: (body: object) => send<Removal>(`POST /${path}/suppression`, { body }),
  key: [path.split('/')[0] ?? path] as const,
});
