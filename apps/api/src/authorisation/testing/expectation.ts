/** How the matrix says what a route answers to whom, and how it is asked. */
import type { Caller } from '#src/testing/app.ts';
import { KINDS, type Kind, type World } from './people.ts';

/** The status that each kind of person gets. */
export type Outcome = Record<Kind, number>;

/** What a call carries beside the method and the address, which the table's key gives. */
export interface Asked {
  id?: number | string;
  /** What the address holds beside `id`, by name. */
  params?: Record<string, number | string>;
  search?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Somebody of the same rights, for acts that would put an end to the caller's own session or password. */
  as?: Caller;
}
export interface Route {
  outcome: Outcome;
  ask: (world: World, kind: Kind) => Asked | Promise<Asked>;
}
/** By `METHOD /path`, as the OpenAPI document spells it. */
export type Table = Record<string, Route>;

export const route = (outcome: Outcome, ask: Route['ask'] = () => ({})): Route => ({ outcome, ask });

type Exceptions = Partial<Outcome>;

/** The same to everybody, session or not. */
export const open = (status: number): Outcome =>
  Object.fromEntries(KINDS.map((kind) => [kind, status])) as Outcome;

/** The same to all who are signed in, but for exceptions. */
export const everybody = (status: number, exceptions: Exceptions = {}): Outcome => ({
  ...open(status),
  nobody: 401,
  disabled: 401,
  ...exceptions,
});

/** All but field agents, who do not enter the back office. */
export const office = (status: number, exceptions: Exceptions = {}): Outcome =>
  everybody(status, { 'agent.terrain': 403, ...exceptions });

/** Administrators, each within the scope: what Niamey holds does not exist for Maradi. */
export const administrators = (status: number, exceptions: Exceptions = {}): Outcome =>
  office(status, { maradi: 404, plateau: 403, lecture: 403, ...exceptions });

/** Super Admin alone. */
export const superAdmin = (status: number): Outcome => everybody(403, { superadmin: status });

/** What is read in Niamey, by whoever has Niamey or the place in it. */
export const ofNiamey = (status: number, exceptions: Exceptions = {}): Outcome =>
  everybody(status, { maradi: 404, ...exceptions });

let named = 0;
/** A name that no other record has, in letters alone. */
export const newName = (): string =>
  `essai-${String(++named).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

/** The only id that a query gives. */
export async function idFrom({ query }: World, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ id: number }>(text, values);
  if (!row?.id) throw new Error(`no record: ${text}`);
  return Number(row.id);
}
