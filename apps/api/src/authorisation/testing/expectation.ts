/** Notation of the matrix: the expected statuses of a route by kind of person, and its request. */
import type { Caller } from '#src/testing/app.ts';
import { KINDS, type Kind, type World } from './people.ts';

/** Expected status by kind of person. */
export type Outcome = Record<Kind, number>;

/** A request without method and address, which are the table's key. */
export interface RouteRequest {
  id?: number | string;
  /** Parameters of the address besides `id`, by name. */
  params?: Record<string, number | string>;
  search?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** A copy of the person, for acts that would end the caller's own session or password. */
  as?: Caller;
}
export interface Route {
  outcome: Outcome;
  ask: (world: World, kind: Kind) => RouteRequest | Promise<RouteRequest>;
}
/** By `METHOD /path`, as in the OpenAPI document. */
export type Table = Record<string, Route>;

export const route = (outcome: Outcome, ask: Route['ask'] = () => ({})): Route => ({ outcome, ask });

type Exceptions = Partial<Outcome>;

/** The same for everybody, with or without a session. */
export const open = (status: number): Outcome =>
  Object.fromEntries(KINDS.map((kind) => [kind, status])) as Outcome;

/** The same for all signed-in people, with exceptions. */
export const everybody = (status: number, exceptions: Exceptions = {}): Outcome => ({
  ...open(status),
  nobody: 401,
  disabled: 401,
  ...exceptions,
});

/** All except field agents, who may not use the back office. */
export const office = (status: number, exceptions: Exceptions = {}): Outcome =>
  everybody(status, { 'agent.terrain': 403, ...exceptions });

/** Administrators, within their scope: records of Niamey do not exist for Maradi. */
export const administrators = (status: number, exceptions: Exceptions = {}): Outcome =>
  office(status, { maradi: 404, plateau: 403, lecture: 403, ...exceptions });

/** Only Super Admin. */
export const superAdmin = (status: number): Outcome => everybody(403, { superadmin: status });

/** Read in Niamey, by people of Niamey or of the place in it. */
export const ofNiamey = (status: number, exceptions: Exceptions = {}): Outcome =>
  everybody(status, { maradi: 404, ...exceptions });

let named = 0;
/** A unique name, of letters only. */
export const newName = (): string =>
  `essai-${String(++named).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

/** The only id returned by a query. */
export async function idFrom({ query }: World, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ id: number }>(text, values);
  if (!row?.id) throw new Error(`no record: ${text}`);
  return Number(row.id);
}
