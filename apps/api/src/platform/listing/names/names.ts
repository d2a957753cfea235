/**
 * Names of places, accounts and payment methods, kept in memory so that a page reads only their ids (ADR 0069). There are
 * few of them and they seldom change: when one changes, all are dropped.
 */
import type { Database, Queries } from '#src/platform/database/database.ts';
import { NAME_KINDS, type NameKind, type NameRow, readNames } from './names.repository.ts';

export type WantedNames = ReadonlyMap<NameKind, ReadonlySet<number>>;

interface Place {
  chemin: string[];
}

/** Names of one version, as JSON texts. */
export class Names {
  readonly #texts = new Map(NAME_KINDS.map((kind) => [kind, new Map<number, string>()]));
  /** Places with a shortened path, by how many names are left out. */
  readonly #below = new Map<number, Map<number, string>>();

  /** @throws if the name was not read */
  text(kind: NameKind, id: number): string {
    const text = this.#texts.get(kind)?.get(id);
    if (text === undefined) throw new Error(`no ${kind} ${id} among the names that were read`);
    return text;
  }

  /** A place with its path from below another place; its own name always stays. */
  placeBelow(above: number, id: number): string {
    const depth = (JSON.parse(this.text('ramification', above)) as Place).chemin.length;
    let places = this.#below.get(depth);
    if (!places) this.#below.set(depth, (places = new Map()));
    let text = places.get(id);
    if (text === undefined) {
      const place = JSON.parse(this.text('ramification', id)) as Place;
      const chemin = place.chemin.slice(Math.min(depth, place.chemin.length - 1));
      places.set(id, (text = JSON.stringify({ ...place, chemin })));
    }
    return text;
  }

  /** The wanted names that were not read yet. */
  missing(wanted: WantedNames): WantedNames {
    const missing = new Map<NameKind, Set<number>>();
    for (const [kind, ids] of wanted) {
      const known = this.#texts.get(kind);
      const lacking = [...ids].filter((id) => !known?.has(id));
      if (lacking.length > 0) missing.set(kind, new Set(lacking));
    }
    return missing;
  }

  add(rows: readonly NameRow[]): void {
    for (const { kind, id, text } of rows) this.#texts.get(kind)?.set(id, text);
  }

  /** Reads the missing names. @param queries always the same snapshot, or names of several moments are mixed */
  async complete(queries: Queries, wanted: WantedNames): Promise<void> {
    const missing = this.missing(wanted);
    if (missing.size > 0) this.add(await readNames(queries, missing));
  }
}

interface Kept {
  version: number;
  names: Names;
}
const kept = new WeakMap<Database, Kept>();

/**
 * The names at the version that rows were read at.
 * @returns undefined if a name has changed since
 */
export async function namesAt(
  db: Database,
  version: number,
  wanted: WantedNames,
): Promise<Names | undefined> {
  let memory = kept.get(db);
  if (memory?.version !== version) kept.set(db, (memory = { version, names: new Names() }));
  const missing = memory.names.missing(wanted);
  if (missing.size === 0) return memory.names;
  const rows = await readNames(db, missing);
  if (rows.some((row) => row.version !== version)) return undefined;
  memory.names.add(rows);
  return memory.names;
}
