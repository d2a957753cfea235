/** People's names in lists. */
import { type RawBuilder, sql } from 'kysely';
import type { SqlColumn } from './condition.ts';

const part = (alias: string, name: 'prenom' | 'nom') => sql.ref(`${alias}.${name}`);

/** The whole name as rows and papers show it. @param alias of `utilisateur` */
export const personName = (alias: string): RawBuilder<string> =>
  sql<string>`btrim(${part(alias, 'prenom')} || ' ' || ${part(alias, 'nom')})`;

/** What « contient » looks through: the whole name, with the last name behind the first one and before it. */
export const nameInEitherOrder = (alias: string): RawBuilder<string> =>
  sql<string>`texte_compare(${part(alias, 'prenom')} || ' ' || ${part(alias, 'nom')} || ' ' || ${part(alias, 'prenom')})`;

/** The column of a whole name. */
export const nameColumn = (alias: string): SqlColumn => ({
  sql: personName(alias),
  searched: nameInEitherOrder(alias),
});

/** The column of a last name, which lists of people are ordered by: it is found by the whole name that stands there. */
export const lastNameColumn = (alias: string): SqlColumn => ({
  sql: part(alias, 'nom'),
  searched: nameInEitherOrder(alias),
});
