/** Adds names to the ids in journal documents (docs/adr/0064). */
import { champOf, isMontant, type JournalAct, RESOURCES, type ResourcePath } from '@octroi/contract';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { inAnyCase } from '#src/platform/waiting.ts';
import { hasNames, type Pointer, readNames, readPointers } from './journal-names.repository.ts';

type StoredAct = Omit<JournalAct, 'noms'>;
/** An id, and its field. */
interface Found {
  champ: string;
  target: string;
  id: number;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Finds the table that a field of a resource's documents refers to. */
function targetFinder(pointers: readonly Pointer[]) {
  const exact = new Map(pointers.map(({ child, column, target }) => [`${child}.${column}`, target]));
  const anywhere = Map.groupBy(pointers, ({ column }) => column);
  return (ressource: string, champ: string, several: boolean): string | undefined => {
    if (!champ.endsWith('_id') && isMontant(champ)) return undefined;
    const name = snake(champOf(champ));
    const column = `${several ? name.replace(/s$/, '') : name}_id`;
    const { table } = (RESOURCES[ressource as ResourcePath] ?? {}) as { table?: string };
    const targets = new Set(anywhere.get(column)?.map(({ target }) => target));
    // a nested part comes from another table: the column must then refer to the same table everywhere
    const [only] = targets.size === 1 ? targets : [];
    const target = exact.get(`${table}.${column}`) ?? only;
    return target !== undefined && hasNames(target) ? target : undefined;
  };
}

/** The ids in a document, at any depth. */
function idsIn(
  document: unknown,
  targetOf: (champ: string, several: boolean) => string | undefined,
): Found[] {
  if (Array.isArray(document)) return document.flatMap((part) => idsIn(part, targetOf));
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([champ, value]) => {
    const several = Array.isArray(value);
    const ids = (several ? value : [value]).filter(isId);
    const target = ids.length > 0 ? targetOf(champ, several) : undefined;
    return [
      ...(target === undefined ? [] : ids.map((id) => ({ champ, target, id }))),
      ...idsIn(value, targetOf),
    ];
  });
}

/** Adds the names that acts refer to; all names are read at once. */
export function journalNames(db: Database) {
  let finder: Promise<ReturnType<typeof targetFinder>> | undefined;
  return async (person: Person, acts: readonly StoredAct[]): Promise<JournalAct[]> => {
    finder ??= inAnyCase(() => readPointers(db)).then(targetFinder);
    finder.catch(() => (finder = undefined));
    const targetOf = await finder;
    const found = acts.map(({ ressource, avant, apres }) =>
      idsIn([avant, apres], (champ, several) => targetOf(ressource, champ, several)),
    );
    const ids = new Map<string, Set<number>>();
    for (const { target, id } of found.flat()) ids.set(target, (ids.get(target) ?? new Set()).add(id));
    const names = await readNames(db, scopeOf(person), ids);
    // authors are already named in the act
    for (const { utilisateur } of acts)
      if (utilisateur) names.get('utilisateur')?.set(utilisateur.id, utilisateur.fullName);
    return acts.map((act, index) => {
      const noms: JournalAct['noms'] = {};
      for (const { champ, target, id } of found[index] ?? []) {
        const name = names.get(target)?.get(id);
        if (name !== undefined) noms[champ] = { ...noms[champ], [id]: name };
      }
      return { ...act, noms };
    });
  };
}
