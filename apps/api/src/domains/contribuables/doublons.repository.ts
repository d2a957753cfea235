/** Taxpayers of a collectivité who may be the one that is being entered. */
import type { Doublon, DoublonsBody } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** Shown at most: a warning is read, not browsed. */
const SHOWN = 8;
/** Metres within which somebody of a similar name is worth a look. */
const NEAR = 150;
/** Share of trigrams that two similar names have in common. */
const SIMILAR = 0.45;
const METRES_PER_DEGREE = 111_320;

/**
 * Each reason is looked for by an index of its own, over few rows: the numbers and the whole name in the collectivité, in
 * both orders of the names; a similar name where the taxpayer is, and around its position.
 */
export async function findDoublons(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  asked: DoublonsBody,
): Promise<Doublon[]> {
  const { nom, prenom, raisonSociale, telephone, numeroPieceIdentite, latitude, longitude } = asked;
  const names = raisonSociale
    ? [raisonSociale]
    : [[nom, prenom].filter(Boolean).join(' '), [prenom, nom].filter(Boolean).join(' ')];
  const name = names[0] ?? '';
  const placed = typeof latitude === 'number' && typeof longitude === 'number';
  const similar = sql<boolean>`similarity(c.nom_cherche, sans_accent(${name})) >= ${SIMILAR}`;
  const among = (reason: string, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select c.id, ${reason} as raison from contribuable c where c.entite_id = ${entiteId} and ${condition} limit 50)`;
  const reach = NEAR / METRES_PER_DEGREE;
  const searches: RawBuilder<unknown>[] = [];
  if (numeroPieceIdentite)
    searches.push(
      among(
        'piece',
        sql`c.numero_piece_identite is not null and piece_comparee(c.numero_piece_identite) = piece_comparee(${numeroPieceIdentite})`,
      ),
    );
  if (telephone)
    searches.push(
      among(
        'telephone',
        sql`c.telephone is not null and telephone_compare(c.telephone) = telephone_compare(${telephone})`,
      ),
    );
  if (name.length > 2) {
    searches.push(
      among('nom', sql`c.nom_cherche in (${sql.join(names.map((one) => sql`sans_accent(${one})`))})`),
    );
    searches.push(among('nomProche', sql`c.ramification_id = ${asked.ramification} and ${similar}`));
    if (placed)
      searches.push(
        among(
          'position',
          sql`c.latitude between ${latitude - reach} and ${latitude + reach}
            and c.longitude between ${longitude - 2 * reach} and ${longitude + 2 * reach} and ${similar}`,
        ),
      );
  }
  if (searches.length === 0) return [];
  const { rows } = await sql<Doublon>`
    with trouve as (${sql.join(searches, sql` union all `)}),
    candidat as (
      select id, array_agg(distinct raison) as raisons,
        max(case raison when 'piece' then 4 when 'telephone' then 3 when 'position' then 2 else 1 end) + count(distinct raison) as force
      from trouve group by 1)
    select c.id, c.num_klis as "numKlis", c.nom_complet as "fullName", c.telephone, c.statut,
      json_build_object('id', ram.id, 'nom', ram.nom,
        'parent', case when p.id is not null then json_build_object('id', p.id, 'nom', p.nom) end,
        'entite', json_build_object('id', ent.id, 'nom', ent.nom)) as ramification,
      case when 'nom' = any(candidat.raisons) then array_remove(candidat.raisons, 'nomProche') else candidat.raisons end as raisons,
      ${
        placed
          ? sql`round(sqrt(power((c.latitude - ${latitude}) * ${METRES_PER_DEGREE}, 2)
              + power((c.longitude - ${longitude}) * ${METRES_PER_DEGREE} * cos(radians(${latitude})), 2)))::int`
          : sql`null::int`
      } as distance
    from candidat
    join contribuable c on c.entite_id = ${entiteId} and c.id = candidat.id
    join ramification ram on ram.id = c.ramification_id
    left join ramification p on p.id = ram.parent_id
    join entite ent on ent.id = c.entite_id
    where ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}
      and ${asked.sauf ? sql`c.id <> ${asked.sauf}` : sql`true`}
    order by candidat.force desc, distance nulls last, c.id desc limit ${SHOWN}`.execute(queries);
  return rows;
}
