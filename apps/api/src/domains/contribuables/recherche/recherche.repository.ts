/** Search for taxpayers by name, number or telephone: used by lists, the search box and the check for duplicates. */
import { numKlis, partsOf, type SearchPart } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { isTaxpayer } from '../systeme/systeme.repository.ts';

type Condition = RawBuilder<boolean>;
const NONE = sql<boolean>`false`;

const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;
const plain = (text: string): RawBuilder<string> => sql`texte_compare(${text})`;
/** A word as the search keys have it: its first letters. */
const WORD = 40;
const plainWord = (text: string): RawBuilder<string> => sql`left(${plain(text)}, ${sql.lit(WORD)})`;

/** The search keys of a taxpayer, as its index stores them. */
function keysOf(alias: string): RawBuilder<string[]> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`cles_de_contribuable(${own('nom')}, ${own('prenom')}, ${own('raison_sociale')}, ${own('num_klis')},
    ${own('telephone')}, ${own('nif')}) collate "C"`;
}
const hasOneOf = (alias: string, keys: RawBuilder<string[]>): Condition => sql`${keysOf(alias)} && (${keys})`;

/** Digits of a telephone number in Niger, and of the prefix that the index stores. */
const TELEPHONE = 8;
const BEGINNING = 4;

/** Matches a telephone, with or without the country code. @param typed a text, or an SQL expression */
export const hasTelephone = (alias: string, typed: string | RawBuilder<string | null>): Condition =>
  sql`(${hasOneOf(alias, sql`array['#' || telephone_compare(${typed})]`)}
    and telephone_compare(${sql.ref(`${alias}.telephone`)}) = telephone_compare(${typed}))`;

/** Matches a whole number, or at least the first four digits of a telephone. */
function hasDigits(alias: string, text: string): Condition {
  const key = `#${text.length > TELEPHONE ? text.slice(-TELEPHONE) : text.replace(/^0+(?=\d)/, '')}`;
  if (text.length < BEGINNING || text.length >= TELEPHONE) return hasOneOf(alias, sql`array[${key}]`);
  const found = hasOneOf(alias, sql`array[${key}, ${`#${text.slice(0, BEGINNING)}*`}]`);
  return sql`(${found} and (telephone_compare(${sql.ref(`${alias}.telephone`)}) like ${`${text}%`}
    or ${hasOneOf(alias, sql`array[${key}]`)}))`;
}

/** Matches the beginning of a word, a word with one letter wrong, or one that sounds alike; for numbers, zeros and spaces do not matter. */
function has(alias: string, part: SearchPart): Condition {
  switch (part.kind) {
    case 'word':
      return hasOneOf(
        alias,
        sql`cles_de_mot(${plainWord(part.text)}) || array_remove(array[${plainWord(part.text)} || '*', '~' || cle_phonetique(${plainWord(part.text)})], null)`,
      );
    case 'digits':
      return hasDigits(alias, part.text);
    case 'number': {
      const numero = numKlis(part.code, Number(part.rank));
      return sql`(${hasOneOf(alias, sql`array[${`#${part.rank}`}]`)}
        and lower(${sql.ref(`${alias}.num_klis`)}) = lower(${numero}))`;
    }
    case 'nif':
      return hasOneOf(alias, sql`array[${`#${part.text.toLowerCase()}`}]`);
  }
}

/** Matches a NIF, however it is written. */
export const hasNif = (alias: string, nif: RawBuilder<string | null>): Condition =>
  sql`(${hasOneOf(alias, sql`array['#' || piece_comparee(${nif})]`)}
    and piece_comparee(${sql.ref(`${alias}.nif`)}) = piece_comparee(${nif}))`;

/** Matches whole words only, without spelling differences. */
const hasExactly = (alias: string, part: SearchPart): Condition =>
  part.kind === 'word' ? sql`${keysOf(alias)} @> array[${plainWord(part.text)}]` : has(alias, part);

/**
 * Whether a taxpayer matches every part of a search text: for queries whose only index is that of the search keys.
 * @param alias of the table of taxpayers
 */
export function isSought(alias: string, typed: string): Condition {
  const parts = partsOf(typed);
  return parts.length === 0 ? NONE : all(parts.map((part) => has(alias, part)));
}

/**
 * Whether the rows of a list belong to taxpayers who match. They are found first, by the index of search keys, into an array:
 * otherwise the planner reads the list in its order and works out the keys of each row, a third of a millisecond each, until
 * a page is full.
 * @param owner expression for the taxpayer's id
 */
export const isOfSought = (owner: RawBuilder<unknown>, typed: string): Condition =>
  sql`${owner} = any(array(select sought.id from contribuable sought where ${isSought('sought', typed)}))`;

/** A taxpayer found by the search. */
interface Sought {
  id: number;
  numKlis: string;
  fullName: string;
  telephone: string | null;
  /** Its place, from the collectivité down. */
  chemin: string;
}

/** Candidates read before they are ranked: hundreds may have the same name, and rank equally. */
const CANDIDATES = 60;

/** The best matches within a scope: exact matches first, then approximate ones, each by similarity of the name. */
export async function findSought(
  queries: Queries,
  scope: Scope,
  typed: string,
  most: number,
): Promise<Sought[]> {
  const parts = partsOf(typed);
  if (parts.length === 0) return [];
  const best = (condition: Condition) => bestOf(queries, scope, condition, { typed, most });
  const exact = await best(all(parts.map((part) => hasExactly('c', part))));
  if (exact.length >= most) return exact;
  const found = new Set(exact.map(({ id }) => id));
  const near = await best(all(parts.map((part) => has('c', part))));
  return [...exact, ...near.filter(({ id }) => !found.has(id))].slice(0, most);
}

async function bestOf(
  queries: Queries,
  scope: Scope,
  condition: Condition,
  { typed, most }: { typed: string; most: number },
): Promise<Sought[]> {
  const { rows } = await sql<Sought>`
    with candidat as materialized (
      select c.id, c.entite_id, c.ramification_id, c.num_klis, c.nom_complet, c.nom_cherche, c.telephone
      from contribuable c
      where ${condition} and ${isTaxpayer(sql.ref('c.id'))} and ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}
      limit ${CANDIDATES})
    select c.id, c.num_klis as "numKlis", c.nom_complet as "fullName", c.telephone,
      array_to_string(ent.nom || ram.chemin, ' › ') as chemin
    from candidat c
    join ramification ram on ram.id = c.ramification_id
    join entite ent on ent.id = c.entite_id
    order by similarity(c.nom_cherche, texte_compare(${typed})) desc, c.id
    limit ${most}`.execute(queries);
  return rows;
}
