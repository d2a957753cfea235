import type { Noeud } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { masquePar } from './resources.repository.ts';

/** The sub-entities of a collectivité that a person sees, those above before those beneath, with their counts. */
export async function readArbre(queries: Queries, scope: Scope, entiteId: number): Promise<Noeud[]> {
  const { rows } = await sql<Noeud>`
    with lieu as (
      select r.id, r.entite_id, r.nom, r.code, r.parent_id, r.enabled, t.id as type_id, t.nom as type_nom, t.niveau
      from ramification r join type_ramification t on t.id = r.type_id
      where r.entite_id = ${entiteId} and ${placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'))}),
    enrole as (
      select d.ancetre_id, sum(e.total)::bigint as n
      from total_enrolement e
      join ramification_descendance d on d.entite_id = e.entite_id and d.descendant_id = e.ramification_id
      where e.entite_id = ${entiteId} and e.grain = 'a' group by 1),
    place as (
      select d.ancetre_id, sum(t.contribuables)::bigint as n
      from tenu_carte t
      join ramification_descendance d on d.entite_id = t.entite_id and d.descendant_id = t.ramification_id
      where t.entite_id = ${entiteId} and t.annee = 0 and t.grain = 'a' group by 1)
    select lieu.id, lieu.nom, code, haut.id as parent, json_build_object('id', type_id, 'nom', type_nom) as type, enabled,
      ${masquePar('lieu')} as "masquePar",
      (select count(*) from lieu bas where bas.parent_id = lieu.id) as cptr, coalesce(enrole.n, 0) as "cptrContrib",
      coalesce(place.n, 0) as "cptrCarte"
    from lieu
    left join (select id from lieu) haut on haut.id = lieu.parent_id
    left join enrole on enrole.ancetre_id = lieu.id
    left join place on place.ancetre_id = lieu.id
    order by niveau, lieu.nom, lieu.id`.execute(queries);
  return rows;
}
