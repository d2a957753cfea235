/** Finds places by their names and those of what they lie in. */
import { wordsOf } from '@octroi/contract/platform/values/text';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** A place that was found. */
export interface SoughtPlace {
  id: number;
  nom: string;
  /** What it lies in, the highest first; of a collectivité, nothing. */
  chemin: string | null;
  type: string;
}

/** Each word stands in a text, as texts are compared, in any order. */
const holds = (text: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    wordsOf(typed).map((word) => sql`strpos(texte_compare(${text}), texte_compare(${word})) > 0`),
    sql` and `,
  )})`;
const plain = (typed: string): RawBuilder<string> => sql`texte_compare(${typed})`;

/** Collectivités that a person sees. */
export async function findEntites(
  queries: Queries,
  scope: Scope,
  typed: string,
  most: number,
): Promise<SoughtPlace[]> {
  if (wordsOf(typed).length === 0) return [];
  const { rows } = await sql<SoughtPlace>`
    select e.id, e.nom, null as chemin, 'Collectivité' as type from entite e
    where ${entiteCondition(scope, sql.ref('e.id'))}
      and ${holds(sql`e.nom || ' ' || e.nom_court || ' ' || coalesce(e.code, '')`, typed)}
    order by texte_compare(e.nom) = ${plain(typed)} desc, e.nom, e.id limit ${most}`.execute(queries);
  return rows;
}

/** Sub-entities that a person sees: those whose own name holds a word first, and the highest of them. */
export async function findRamifications(
  queries: Queries,
  scope: Scope,
  typed: string,
  most: number,
): Promise<SoughtPlace[]> {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const named = sql.join(
    words.map((word) => sql`(strpos(texte_compare(r.nom), texte_compare(${word})) > 0)::int`),
    sql` + `,
  );
  const { rows } = await sql<SoughtPlace>`
    with lieu as (
      select r.id, r.nom, t.nom as type, t.niveau, ${named} as mots,
        array_to_string(e.nom || trim_array(r.chemin, 1), ' › ') as chemin
      from ramification r join type_ramification t on t.id = r.type_id join entite e on e.id = r.entite_id
      where ${placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'))})
    select id, nom, type, chemin from lieu
    where mots > 0 and ${holds(sql`chemin || ' ' || nom`, typed)}
    order by texte_compare(nom) = ${plain(typed)} desc, mots desc, niveau, chemin, nom, id limit ${most}`.execute(
    queries,
  );
  return rows;
}
