/** Whether tills and tickets are in use where a person works. */
import { may } from '@octroi/contract';
import { sql } from 'kysely';
import type { FactCondition } from '#src/platform/access/facts.repository.ts';
import { entiteCondition, scopeOf } from '#src/platform/access/person.ts';
import { visibleRows } from './place.repository.ts';

/** A régie exists. A person limited to sub-entities sees only own tills, once there are some. */
export const hasRegies: FactCondition = (person) => {
  const scope = scopeOf(person);
  return scope.kind === 'ramifications'
    ? sql<boolean>`exists (select from session_caisse sc where ${visibleRows(person, 'sc', 'titulaire_id')})`
    : sql<boolean>`exists (select from regie rg where ${entiteCondition(scope, sql.ref('rg.entite_id'))})`;
};

/** The person manages tickets where a category exists, or received some. */
export const hasValeurs: FactCondition = (person) => {
  const scope = scopeOf(person);
  return scope.kind !== 'ramifications' && may(person.grants, 'valeurs-inactives', 'Lister')
    ? sql<boolean>`exists (select from categorie_valeur cv where ${entiteCondition(scope, sql.ref('cv.entite_id'))})`
    : sql<boolean>`exists (select from tranche_valeur tv where ${visibleRows(person, 'tv', 'agent_id')} and tv.agent_id = ${person.id})`;
};
