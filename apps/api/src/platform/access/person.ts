/** Who is asking, and what that person may do and see: the one place that every call passes through. */
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
  /** Collectivités of `ramifications`: what their configuration is read from. */
  entitesOfRamifications: number[];
  /** Payment methods that the person is kept to; all when none. */
  moyenPaiements: number[];
  /** What the person may do on which screen. */
  grants: Grants;
  /** Somebody else gave the password: nothing but choosing another is served. Agents have no screen to do it. */
  motDePasseDonne: boolean;
  /** The group asks for a second factor and the person has none yet: nothing but setting it up is served. */
  secondFacteurRequis: boolean;
  /** `confirmed`: the password was given lately, as sensitive calls ask. */
  session: { id: number; kind: 'cookie' | 'bearer'; confirmed: boolean };
}

export const isAgent = ({ type }: Pick<Person, 'type'>): boolean => type.id === TYPE_UTILISATEUR.agent;
/**
 * The right that a call asks for, on a screen of the register that has it.
 * @throws AppError 403
 */
export function demand<Asked extends Permission>(
  person: Person,
  screen: ScreenWith<Asked>,
  permission: Asked,
): void {
  if (!may(person.grants, screen, permission)) throw refused();
}

/** The same as a route's `right`. */
export const needs =
  <Asked extends Permission>(screen: ScreenWith<Asked>, permission: Asked) =>
  (person: Person): void =>
    demand(person, screen, permission);

/**
 * Where several screens need the same thing: the right of one of them is enough.
 * @throws AppError 403
 */
export function demandOne(person: Person, rights: readonly Right[]): void {
  if (!rights.some((right) => mayAll(person.grants, [right]))) throw refused();
}

/**
 * Refuses field agents, who do not enter the back office.
 * @throws AppError 403
 */
export function demandUtilisateur(person: Person): void {
  if (isAgent(person)) throw refused();
}

/**
 * Refuses whoever is no field agent: what a device of one's own is asked with.
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
 * What a person sees: everything, some collectivités, some subtrees of a territory, or nothing
 * (specification 1 section 6: attached collectivités outweigh attached sub-entities).
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

/** Said as an equality where there is one alone: an index then also gives the order behind it. */
export const oneOf = (column: Expression<unknown>, ids: readonly number[]): Condition =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}::int` : sql<boolean>`${column} = any(${ids}::int[])`;

/** Configuration of collectivités: the person's own, or those that its sub-entities belong to. */
export function entiteCondition(scope: Scope, entiteId: Expression<unknown>): Condition {
  return scope.kind === 'all' ? ALL : oneOf(entiteId, scope.entites);
}

/** Records at a place: in the person's collectivités, or in the subtrees of its sub-entities. */
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
 * Whether the person may write the configuration of a collectivité: attached to it as a whole.
 * @throws AppError 404, since outside the scope nothing exists
 */
export function demandEntite(person: Person, entiteId: number | null): void {
  const scope = scopeOf(person);
  if (scope.kind === 'all') return;
  if (scope.kind === 'entites' && entiteId !== null && scope.entites.includes(entiteId)) return;
  throw scope.entites.includes(entiteId ?? 0)
    ? refused()
    : new AppError('introuvable', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
}
