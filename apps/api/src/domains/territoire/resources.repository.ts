/** The declared resources of the territory, and who sees them. */
import { MESSAGES, ramifications } from '@octroi/contract';
import * as declared from '@octroi/contract/territoire/resources';
import { type RawBuilder, sql } from 'kysely';
import {
  demandEntite,
  demandSuperAdmin,
  entiteCondition,
  placeCondition,
  scopeOf,
} from '#src/platform/access/person.ts';
import { declarations, type ResourceDeclaration } from '#src/platform/resource/resource.ts';

const domain = 'territoire';

/** The name of what hides an active sub-entity: the nearest above it that is inactive, or its collectivité. */
export function masquePar(alias: string) {
  const [id, entiteId, enabled] = ['id', 'entite_id', 'enabled'].map((name) => sql.ref(`${alias}.${name}`));
  return sql<string | null>`(case when ${enabled} then coalesce(
    (select haut.nom from ramification_descendance d join ramification haut on haut.id = d.ancetre_id
      where d.descendant_id = ${id} and d.distance > 0 and not haut.enabled order by d.distance limit 1),
    (select hors.nom from entite hors where hors.id = ${entiteId} and not hors.enabled)) end)`;
}

/** What was enrolled and collected in a sub-entity and beneath it, from the totals of years: no payment is read. */
const SITUATIONS = sql`(
  select json_build_object('nbreEnrollements', e.n, 'nbreTransactions', r.n, 'totalTransactions', r.total)
  from (select coalesce(sum(t.total), 0)::bigint as n from ramification_descendance d
      join total_enrolement t on t.ramification_id = d.descendant_id
      where d.ancetre_id = ram.id and t.grain = 'a' and not t.betail) e,
    (select coalesce(sum(t.nombre), 0)::bigint as n, coalesce(sum(t.recu - t.rembourse), 0)::bigint as total
      from ramification_descendance d join tenu_recette t on t.ramification_id = d.descendant_id
      where d.ancetre_id = ram.id and t.grain = 'a' and not t.betail) r)`;

/** Sub-entities: seen within the subtrees of the person's own, written by whoever has the whole collectivité. */
const RAMIFICATION: Omit<ResourceDeclaration, 'resource' | 'domain'> = {
  expressions: {
    lieu: sql`(select string_agg(haut.nom, ' › ' order by d.distance desc) from ramification_descendance d
      join ramification haut on haut.id = d.ancetre_id where d.descendant_id = ram.id)`,
    chemin: sql`(select string_agg(haut.nom, ' › ' order by d.distance desc) from ramification_descendance d
      join ramification haut on haut.id = d.ancetre_id where d.descendant_id = ram.id and d.distance > 0)`,
    masquePar: masquePar('ram'),
    situations: SITUATIONS,
    cptr: sql`(select count(*) from ramification bas where bas.parent_id = ram.id)`,
  },
  scope: {
    visible: (person, alias): RawBuilder<boolean> =>
      sql`(not ${sql.ref(`${alias}.technique`)}
        and ${placeCondition(scopeOf(person), sql.ref(`${alias}.entite_id`), sql.ref(`${alias}.id`))})`,
    demandWritable: demandEntite,
  },
  duplicates: {
    ramification_nom_unique: {
      field: 'nom',
      message: 'Une sous-entité porte déjà ce nom au même endroit.',
    },
    ramification_entite_id_code_key: {
      field: 'code',
      message: 'Une sous-entité de cette collectivité a déjà ce code.',
    },
  },
};

export const ramificationDeclaration: ResourceDeclaration = {
  resource: ramifications,
  domain,
  ...RAMIFICATION,
};

export const territoireResources = declarations(domain, declared, {
  ramifications: RAMIFICATION,
  entites: {
    scope: {
      visible: (person, alias) => entiteCondition(scopeOf(person), sql.ref(`${alias}.id`)),
      demandWritable: demandSuperAdmin,
    },
    duplicates: {
      entite_nom_unique: { field: 'nom', message: MESSAGES.collectiviteExiste },
      entite_code_unique: { field: 'code', message: 'Une collectivité a déjà ce code.' },
    },
  },
});
