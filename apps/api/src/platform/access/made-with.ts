/**
 * The rights and the scope that a file, a token or a long work was made with (adr/0056). It opens, or goes on, only while
 * its person still has all of them. It is not erased: it opens again when they come back.
 */
import { mayAll, type Right } from '@octroi/contract';
import type { Queries } from '#src/platform/database/database.ts';
import { areBeneath } from './made-with.repository.ts';
import { type Person, type Scope, scopeOf } from './person.ts';

export interface MadeWith {
  droits: Right[];
  perimetre: Scope;
}

/** What a person has now, where no right is noted: the maker of the record asks for its rights by itself each time. */
export const scopeNow = (person: Person): MadeWith => ({ droits: [], perimetre: scopeOf(person) });

/** The author of a long work, as `Jobs.start` takes it. */
export const authorOf = (person: Person, faitAvec = scopeNow(person)) => ({
  utilisateurId: person.id,
  faitAvec,
});

/**
 * Notes every right that is asked of a person and held, whoever asks: nobody has to list what a file depends on.
 * @returns the person to make the file as, and what it was made with so far
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

/** Whether a scope holds all that another held. */
async function contains(queries: Queries, scope: Scope, other: Scope): Promise<boolean> {
  if (scope.kind === 'all') return true;
  if (other.kind === 'all') return false;
  if (scope.kind === 'entites') return other.entites.every((id) => scope.entites.includes(id));
  if (other.kind === 'entites') return other.entites.length === 0;
  return areBeneath(queries, other.ramifications, scope.ramifications);
}

/** Whether a person still has what something was made with. */
export async function stillHas(
  queries: Queries,
  person: Person,
  { droits, perimetre }: MadeWith,
): Promise<boolean> {
  return mayAll(person.grants, droits) && (await contains(queries, scopeOf(person), perimetre));
}
