/** Finds taxpayers by what somebody remembers of them: the one matcher of lists, of the search box and of likely doubles. */
import { numKlis, partsOf, type SearchPart } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { isTaxpayer } from '../systeme/systeme.repository.ts';

type Condition = RawBuilder<boolean>;
const NONE = sql<boolean>`false`;

const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;
const plain = (text: string): RawBuilder<string> => sql`texte_compare(${text})`;

/** What the index holds of each taxpayer. */
function keysOf(alias: string): RawBuilder<string[]> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`cles_de_contribuable(${own('nom')}, ${own('prenom')}, ${own('raison_sociale')}, ${own('num_klis')},
    ${own('telephone')}, ${own('nif')}) collate "C"`;
}
const hasOneOf = (alias: string, keys: RawBuilder<string[]>): Condition => sql`${keysOf(alias)} && (${keys})`;

/** Digits of a telephone in Niger, and those by which the index knows how one begins. */
const TELEPHONE = 8;
const BEGINNING = 4;

/** Has this telephone, with or without the country before it. */
export const hasTelephone = (alias: string, typed: string): Condition =>
  sql`(${hasOneOf(alias, sql`array['#' || telephone_compare(${typed})]`)}
    and telephone_compare(${sql.ref(`${alias}.telephone`)}) = telephone_compare(${typed}))`;

/** Whole, or a telephone's first digits from the fourth on. */
function hasDigits(alias: string, text: string): Condition {
  const whole = `#${text.length > TELEPHONE ? text.slice(-TELEPHONE) : text.replace(/^0+(?=\d)/, '')}`;
  if (text.length < BEGINNING || text.length >= TELEPHONE) return hasOneOf(alias, sql`array[${whole}]`);
  const found = hasOneOf(alias, sql`array[${whole}, ${`#${text.slice(0, BEGINNING)}*`}]`);
  return sql`(${found} and (telephone_compare(${sql.ref(`${alias}.telephone`)}) like ${`${text}%`}
    or ${hasOneOf(alias, sql`array[${whole}]`)}))`;
}

/** A word that begins so or differs by a letter at most; a number whatever its zeros and spaces. */
function has(alias: string, part: SearchPart): Condition {
  switch (part.kind) {
    case 'word':
      return hasOneOf(alias, sql`cles_de_mot(${plain(part.text)}) || (${plain(part.text)} || '*')`);
    case 'digits':
      return hasDigits(alias, part.text);
    case 'number': {
      const whole = numKlis(part.code, Number(part.rank));
      return sql`(${hasOneOf(alias, sql`array[${`#${part.rank}`}]`)}
        and lower(${sql.ref(`${alias}.num_klis`)}) = lower(${whole}))`;
    }
    case 'nif':
      return hasOneOf(alias, sql`array[${`#${part.text.toLowerCase()}`}]`);
  }
}

/** To the letter: a word is a whole one. */
const hasExactly = (alias: string, part: SearchPart): Condition =>
  part.kind === 'word' ? sql`${keysOf(alias)} @> array[${plain(part.text)}]` : has(alias, part);

/**
 * Whether a taxpayer is one who is looked for: each part of what was typed is known of it.
 * @param alias of the table of taxpayers
 */
export function isSought(alias: string, typed: string): Condition {
  const parts = partsOf(typed);
  return parts.length === 0 ? NONE : all(parts.map((part) => has(alias, part)));
}

/** The same for a list whose rows belong to taxpayers. @param owner what names the taxpayer of a row */
export const isOfSought = (owner: RawBuilder<unknown>, typed: string): Condition =>
  sql`${owner} in (select sought.id from contribuable sought where ${isSought('sought', typed)})`;

/** A taxpayer who was found. */
interface Sought {
  id: number;
  numKlis: string;
  fullName: string;
  telephone: string | null;
  /** Where it is, from the collectivité down. */
  chemin: string;
}

/** Looked at before the best are chosen: hundreds have the same name, and are as good as one another. */
const CANDIDATES = 60;

/** The best of those that a person sees: to the letter before near, and of these the likest name first. */
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
  const known = new Set(exact.map(({ id }) => id));
  const near = await best(all(parts.map((part) => has('c', part))));
  return [...exact, ...near.filter(({ id }) => !known.has(id))].slice(0, most);
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
