/**
 * The rights and scope at the creation of a file, token or background job (adr/0056). It opens, or goes on, only while
 * its person still has all of them. It is not deleted, since it opens again when they come back.
 */
import { mayAll, type Right } from '@octroi/contract';
import type { Queries } from '#src/platform/database/database.ts';
import { areBeneath } from './made-with.repository.ts';
import { type Person, type Scope, scopeOf } from './person.ts';

export interface MadeWith {
  droits: Right[];
  perimetre: Scope;
}

/** A person's present scope, without rights: the creator of the record checks the rights at each use. */
export const scopeNow = (person: Person): MadeWith => ({ droits: [], perimetre: scopeOf(person) });

/** The author of a background job, for `Jobs.start`. */
export const authorOf = (person: Person, faitAvec = scopeNow(person)) => ({
  utilisateurId: person.id,
  faitAvec,
});

/**
 * Records every right that is checked and held while a file is made, so that nobody has to list them.
 * @returns the person to make the file as, and the rights and scope recorded so far
 */
export function noteRights(person: Person): { person: Person; madeWith: () => MadeWith } {
  const droits = new Map<string, Right>();
  const noted = (screen: string, names: readonly string[]): readonly string[] =>
    Object.assign([...names], {
      includes(name: string): boolean {
        const held = names.includes(name);
        if (held) droits.set(`${screen} ${name}`, [screen, name] as unknown as Right);
        return held;
      },
    });
  const grants = Object.fromEntries(
    Object.entries(person.grants).map(([screen, names]) => [screen, noted(screen, names)]),
  );
  return {
    person: { ...person, grants },
    madeWith: () => ({ droits: [...droits.values()], perimetre: scopeOf(person) }),
  };
}

/** Whether a scope contains everything of another. */
async function contains(queries: Queries, scope: Scope, other: Scope): Promise<boolean> {
  if (scope.kind === 'all') return true;
  if (other.kind === 'all') return false;
  if (scope.kind === 'entites') return other.entites.every((id) => scope.entites.includes(id));
  if (other.kind === 'entites') return other.entites.length === 0;
  return areBeneath(queries, other.ramifications, scope.ramifications);
}

/** Whether a person still has the recorded rights and scope. */
export async function stillHas(
  queries: Queries,
  person: Person,
  { droits, perimetre }: MadeWith,
): Promise<boolean> {
  return mayAll(person.grants, droits) && (await contains(queries, scopeOf(person), perimetre));
}
