/** Cash held by each person, by régie (ADR 0034). */
import type { Detention } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { someone } from '#src/platform/listing/nested.ts';
import { PLACES } from './place.repository.ts';

/** Whoever holds something, or has an open session or an unsettled écart. */
const CONCERNED = sql`(d.detenu <> 0 or d.declare <> 0 or d.ecarts <> 0 or s.id is not null)`;

/**
 * Cash held, by régie and person. For a person with an open session the amount is left out, since it would reveal the
 * result of the count: only whether it is too much is given.
 * @param conditions on `d`, the holding
 */
export async function readDetentions(
  queries: Queries,
  conditions: readonly RawBuilder<boolean>[],
): Promise<Detention[]> {
  const { rows } = await sql<Detention>`
    select ${PLACES.entite} as entite, ${PLACES.regie} as regie, ${someone('tit')} as titulaire,
      case when s.id is not null then json_build_object('id', s.id, 'jour', s.jour, 'aCompter', s.jour < aujourdhui()) end as session,
      case when s.id is null then d.detenu end as detenu,
      case when s.id is null then d.en_transit else d.declare end as "enTransit", d.ecarts, d.depuis, rg.plafond,
      rg.delai_jours as "delaiJours", d.detenu > rg.plafond as "tropDetenu",
      coalesce(jour_local(d.depuis) + rg.delai_jours < aujourdhui(), false) as "tropLongtemps"
    from detention d
    join entite ent on ent.id = d.entite_id
    join regie rg on rg.id = d.regie_id
    join utilisateur tit on tit.id = d.utilisateur_id
    left join session_caisse s on s.entite_id = d.entite_id and s.regie_id = d.regie_id and s.titulaire_id = d.utilisateur_id
      and s.fermee_le is null
    where ${sql.join([CONCERNED, ...conditions], sql` and `)}
    order by ent.nom, rg.nom, tit.nom, tit.prenom, tit.id`.execute(queries);
  return rows;
}
