/** The person of a request, with their rights and scope. Every request passes through here. */
import {
  type Grants,
  isSuperAdmin,
  may,
  mayAll,
  type Permission,
  type Right,
  type ScreenWith,
  TYPE_UTILISATEUR,
} from '@octroi/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { AppError, refused } from '#src/platform/http/problem.ts';

export interface Person {
  id: number;
  nom: string;
  prenom: string;
  username: string;
  email: string;
  type: { id: number; nom: string };
  groupe: { id: number; nom: string } | null;
  entites: number[];
  ramifications: number[];
  /** Collectivités of `ramifications`, whose configuration the person may read. */
  entitesOfRamifications: number[];
  /** Payment methods the person is limited to; empty: all. */
  moyenPaiements: number[];
  /** Rights by screen. */
  grants: Grants;
  /**
   * Somebody else set the password: until it is changed, other requests are refused. Not for agents, who have no screen
   * to change it.
   */
  motDePasseDonne: boolean;
  /** The group requires a second factor that is not set up: until it is, other requests are refused. */
  secondFacteurRequis: boolean;
  /** `confirmed`: the password was entered recently, as sensitive requests require. */
  session: { id: number; kind: 'cookie' | 'bearer'; confirmed: boolean };
}

export const isAgent = ({ type }: Pick<Person, 'type'>): boolean => type.id === TYPE_UTILISATEUR.agent;
/**
 * Requires a right on a screen; only rights that the screen offers compile.
 * @throws AppError 403
 */
export function demand<Required extends Permission>(
  person: Person,
  screen: ScreenWith<Required>,
  permission: Required,
): void {
  if (!may(person.grants, screen, permission)) throw refused();
}

/** The same as the `right` of a route. */
export const needs =
  <Required extends Permission>(screen: ScreenWith<Required>, permission: Required) =>
  (person: Person): void =>
    demand(person, screen, permission);

/**
 * Requires one of several rights.
 * @throws AppError 403
 */
export function demandOne(person: Person, rights: readonly Right[]): void {
  if (!rights.some((right) => mayAll(person.grants, [right]))) throw refused();
}

/**
 * Refuses field agents, who may not use the back office.
 * @throws AppError 403
 */
export function demandUtilisateur(person: Person): void {
  if (isAgent(person)) throw refused();
}

/**
 * Refuses everybody but field agents: for requests about one's own device.
 * @throws AppError 403
 */
export function demandAgentTerrain(person: Person): void {
  if (!isAgent(person)) throw refused();
}

/** @throws AppError 403 */
export function demandSuperAdmin(person: Person): void {
  if (!isSuperAdmin(person)) throw refused();
}

/**
 * What a person may see: everything, some collectivités, some subtrees of a territory, or nothing (specification 1
 * section 6: attached collectivités outweigh attached sub-entities).
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'entites'; entites: number[] }
  | { kind: 'ramifications'; ramifications: number[]; entites: number[] };

export function scopeOf(person: Person): Scope {
  if (isSuperAdmin(person)) return { kind: 'all' };
  if (person.entites.length > 0) return { kind: 'entites', entites: person.entites };
  return {
    kind: 'ramifications',
    ramifications: person.ramifications,
    entites: person.entitesOfRamifications,
  };
}

type Condition = RawBuilder<boolean>;
const ALL = sql<boolean>`true`;

/** A single id becomes an equality: an index can then also provide the order of its next column. */
export const oneOf = (column: Expression<unknown>, ids: readonly number[]): Condition =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}::int` : sql<boolean>`${column} = any(${ids}::int[])`;

/** Configuration of collectivités: the person's own, or those of the person's sub-entities. */
export function entiteCondition(scope: Scope, entiteId: Expression<unknown>): Condition {
  return scope.kind === 'all' ? ALL : oneOf(entiteId, scope.entites);
}

/** Records by place: in the person's collectivités, or in the subtrees of their sub-entities. */
export function placeCondition(
  scope: Scope,
  entiteId: Expression<unknown>,
  ramificationId: Expression<unknown>,
): Condition {
  const inEntite = entiteCondition(scope, entiteId);
  if (scope.kind !== 'ramifications') return inEntite;
  return sql<boolean>`(${inEntite} and ${ramificationId} in (
    select descendant_id from ramification_descendance where ancetre_id = any(${scope.ramifications}::int[])))`;
}

/**
 * Requires a whole collectivité in scope, to edit its configuration.
 * @throws AppError 404, since records out of scope do not exist for the person
 */
export function demandEntite(person: Person, entiteId: number | null): void {
  const scope = scopeOf(person);
  if (scope.kind === 'all') return;
  if (scope.kind === 'entites' && entiteId !== null && scope.entites.includes(entiteId)) return;
  throw scope.entites.includes(entiteId ?? 0)
    ? refused()
    : new AppError('introuvable', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
}
