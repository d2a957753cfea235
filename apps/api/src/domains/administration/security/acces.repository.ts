/** Accounts with access to a sub-entity, by the rule of `scopeOf`: collectivités outweigh sub-entities. */
import { type AccesRow, GROUPE, accesRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { ListSource } from '#src/platform/listing/listing.ts';
import { peopleList } from '../accounts/people.repository.ts';
import { nested } from '#src/platform/listing/nested.ts';

/**
 * The enabled accounts with access to the sub-entity, each with its widest reason. Accounts of the platform are shown
 * only to Super Admin, as in lists of people.
 */
export function accesSource(scope: Scope, ramificationId: number): ListSource<AccesRow> {
  return {
    ...peopleList(scope),
    from: sql`utilisateur as "user" join lateral (
      select raison, via from (
        select 1 as rang, 'plateforme' as raison, null::json as via from groupe
        where groupe.id = "user".groupe_id and groupe.nom = ${GROUPE.superAdmin} and groupe.enabled
          and ${scope.kind === 'all'}
        union all
        select 2, 'collectivite', json_build_object('id', e.id, 'nom', e.nom)
        from utilisateur_entite ue join entite e on e.id = ue.entite_id join ramification r on r.entite_id = e.id
        where ue.utilisateur_id = "user".id and r.id = ${ramificationId}
        union all
        select 3 + least(d.distance, 1), case when d.distance = 0 then 'direct' else 'ancetre' end,
          json_build_object('id', r.id, 'nom', r.nom)
        from utilisateur_ramification ur join ramification_descendance d on d.ancetre_id = ur.ramification_id
        join ramification r on r.id = ur.ramification_id
        where ur.utilisateur_id = "user".id and d.descendant_id = ${ramificationId}
          and not exists (select from utilisateur_entite ue where ue.utilisateur_id = "user".id)
      ) raisons order by rang limit 1
    ) acces on "user".enabled`,
    schema: accesRowSchema,
    row: {
      id: sql.ref('user.id'),
      fullName: sql`btrim("user".prenom || ' ' || "user".nom)`,
      username: sql.ref('user.username'),
      email: sql.ref('user.email'),
      type: nested('tu'),
      groupe: nested('g'),
      raison: sql.ref('acces.raison'),
      via: sql.ref('acces.via'),
    },
  };
}

/** Whether the sub-entity is in scope. */
export const isSeen = (scope: Scope, ramificationId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from ramification seen
  where seen.id = ${ramificationId} and not seen.technique and ${placeCondition(scope, sql.ref('seen.entite_id'), sql.ref('seen.id'))})`;
