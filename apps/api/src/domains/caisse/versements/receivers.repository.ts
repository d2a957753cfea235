/** Whether a person named in a régie can receive its versements. */
import { GROUPE, type ObstacleReception, TYPE_UTILISATEUR } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/**
 * Why an account cannot receive versements of a collectivité, null where it can: the rights and the scope that the
 * reception demands. An account attached to collectivités is not limited to its sub-entities.
 */
export const receiverObstacle = (
  utilisateur: RawBuilder<number>,
  entite: RawBuilder<number>,
): RawBuilder<ObstacleReception | null> => sql<ObstacleReception | null>`(
  select case
    when not u.enabled then 'compte'
    when g.nom = ${GROUPE.superAdmin} then null
    when not x.rattache and not x.lieux then 'compte'
    when u.type_id = ${TYPE_UTILISATEUR.agent} then 'agent'
    when (select count(*) from permission p join navigation n on n.id = p.navigation_id
      where p.groupe_id = g.id and n.cle = 'versements' and p.nom in ('Voir', 'Valider')) < 2 then 'droit'
    when not x.rattache then 'lieux' end
  from utilisateur u
  left join groupe g on g.id = u.groupe_id and g.enabled and u.type_id <> ${TYPE_UTILISATEUR.agent}
  cross join lateral (select
    exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = ${entite}) as rattache,
    exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
      where ur.utilisateur_id = u.id and r.entite_id = ${entite}) and not exists (
      select from utilisateur_entite ue where ue.utilisateur_id = u.id) as lieux) x
  where u.id = ${utilisateur})`;

/** An unknown account has none. */
export async function readObstacle(
  queries: Queries,
  utilisateur: number,
  entite: number,
): Promise<ObstacleReception | null> {
  const { rows } = await sql<{ obstacle: ObstacleReception | null }>`
    select case when exists (select from utilisateur where id = ${utilisateur})
      then ${receiverObstacle(sql`${utilisateur}::int`, sql`${entite}::int`)} else 'compte' end as obstacle`.execute(
    queries,
  );
  return rows[0]?.obstacle ?? null;
}
