/** Lines of a year that no tax bills: the details of a generation's report. */
import { sansTarifList, type SansTarifRow, sansTarifRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import { RANGS, RAM_NOM } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { taxpayer } from '#src/platform/listing/nested.ts';
import { isExonerated } from '../echeances/exonerees.repository.ts';
import { debutDe } from '../echeances/tarifs-dates.repository.ts';
import { isSuspended } from '../suspensions/suspendues.repository.ts';
import { isBilled } from '../echeances/une-fois.repository.ts';
import { owesNothing } from './rien-a-payer.repository.ts';

/** Whether the rate that an application has for the line `l` needs its quantity. */
const counted = (application: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from application ca left join application_precision cap on cap.application_id = ca.id
  left join precision_taxe cp on cp.id = cap.precision_id
  where ca.id = ${application} and (cp.seuil is not null or coalesce(cp.par_unite, ca.par_unite)
    and (cp.id is null or cp.libelle = coalesce(nullif(l.variation, ''), q.precision))))`;

/**
 * Lines of a place that have no échéance in a year, or none that is still open, by their id.
 *
 * Few of millions: the index of échéances finds them before anything else is asked about them, which would be asked about every
 * line otherwise. As the array hides how many there are, the planner then looks each of them up.
 */
function unbilled(scope: Scope, place: PlaceQuery, annee: number): RawBuilder<unknown> {
  const ofPlaces = scope.kind === 'ramifications' || place.ramification;
  const conditions = placeConditions(scope, place, sql.ref('s.entite_id'), sql.ref('sc.ramification_id'));
  const lines = sql`
      select s.id from enrollement s
      ${ofPlaces ? sql`join contribuable sc on sc.entite_id = s.entite_id and sc.id = s.contribuable_id` : sql``}
      where ${sql.join(conditions, sql` and `)} and s.enabled and s.closed_at is null
        and s.created_at < debut_du_jour(make_date(${annee + 1}, 1, 1))`;
  const billed = sql`from echeance x where x.entite_id = s.entite_id and x.annee = ${annee} and x.enrollement_id = s.id`;
  return sql`unnest(array(
      ${lines} and not exists (select ${billed})
      union all
      ${lines} and exists (select ${billed} and x.closed_at is not null)
        and not exists (select ${billed} and x.closed_at is null))) as sans (id)`;
}

/** The taxpayer and the equipment of a line `l`. */
const OF_A_LINE = sql`
  join contribuable as contrib on contrib.entite_id = l.entite_id and contrib.id = l.contribuable_id
  left join equipement as q on q.entite_id = l.entite_id and q.id = l.equipement_id`;

/** Lines of a place without an échéance of the year, each with the reason. */
export function sansTarifSource(scope: Scope, place: PlaceQuery, annee: number): ListSource<SansTarifRow> {
  return {
    alias: 'l',
    otherAliases: { contribuable: 'contrib', ramification: 'ram', entite: 'ent' },
    from: sql`${unbilled(scope, place, annee)} join enrollement as l on l.id = sans.id ${OF_A_LINE}`,
    fromKeys: () => sql`enrollement as l ${OF_A_LINE}`,
    key: sql.ref('l.id'),
    joins: {
      ram: { sql: sql`join ramification as ram on ram.id = contrib.ramification_id` },
      p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
      ent: { sql: sql`join entite as ent on ent.id = l.entite_id` },
      ...RANGS,
      teq: { sql: sql`left join type_equipement as teq on teq.id = q.type_equipement_id` },
      na: { sql: sql`left join nature_activite as na on na.id = l.nature_activite_id` },
    },
    columns: sqlColumns(
      sansTarifList.fields,
      {
        'l.createdAt': { sql: sql.ref('l.created_at') },
        'contrib.fullName': { sql: sql.ref('contrib.nom_complet') },
        'contrib.numKlis': { sql: sql.ref('contrib.num_klis') },
        'ram.id': { sql: sql.ref('contrib.ramification_id') },
        'ent.id': { sql: sql.ref('l.entite_id') },
        'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
        'ram.nom': RAM_NOM,
        'teq.id': { sql: sql.ref('q.type_equipement_id'), nullable: true },
        'na.id': { sql: sql.ref('l.nature_activite_id'), nullable: true },
      },
      { 'l.id': { sql: sql.ref('l.id') } },
    ),
    order: { column: 'l.createdAt', direction: 'desc' },
    pageSize: 50,
    schema: sansTarifRowSchema,
    row: {
      id: sql.ref('l.id'),
      contribuable: taxpayer('contrib'),
      ramification: named('ramification', 'contrib.ramification_id'),
      objet: sql`coalesce(na.nom, teq.nom)`,
      precision: sql`coalesce(nullif(l.variation, ''), q.precision)`,
      createdAt: instant('l.created_at'),
      motif: sql`(select case
          when count(t.id) = 0 then 'taxe'
          when count(proche.taxe_id) = 0 then 'tarif'
          when bool_and(proche.exclue) then 'exclue'
          when l.quantite is null and bool_or(${counted(sql.ref('proche.id'))}) then 'quantite'
          else 'precision' end
        from taxe t
        join frequence f on f.id = t.frequence_id
        cross join (
          select s.ramification_id as id from sejour s where s.entite_id = l.entite_id and s.contribuable_id = l.contribuable_id
            and s.du <= make_date(${annee}, 12, 31) order by s.du desc limit 1) lieu
        left join lateral (
          select a.id, a.taxe_id, a.exclue from application a
          join ramification_descendance d on d.entite_id = a.entite_id and d.ancetre_id = a.ramification_id
            and d.descendant_id = lieu.id
          where a.entite_id = t.entite_id and a.taxe_id = t.id and a.annee = ${annee}
            -- in force when the last period of the year begins
            and ${debutDe('a')} <= debut_periode(${annee}::smallint, periodes_facturees(f.occurrences), f.occurrences)
          order by d.distance, a.depuis desc nulls last limit 1) proche on true
        where t.entite_id = l.entite_id and t.enabled
          and (t.type_equipement_id = q.type_equipement_id or t.nature_activite_id = l.nature_activite_id))`,
    },
  };
}

/** Whether a line `l` without an échéance lacks a rate: it owes nothing for no other reason. */
export const lacksRate = (annee: number) => [
  sql<boolean>`contrib.enabled`,
  // where the rate makes 0 francs for the quantity, nothing is due, and nothing is missing
  sql<boolean>`not ${owesNothing(annee, sql.ref('contrib.ramification_id'))}`,
  // a tax collected once is missing only in the year of the enrolment
  isBilled(annee, {
    entite: sql.ref('l.entite_id'),
    cible: sql`coalesce(q.type_equipement_id, -l.nature_activite_id)`,
    inscrite: sql.ref('l.created_at'),
    uneFois: sql.ref('l.une_fois'),
  }),
  sql<boolean>`not ${isExonerated(annee)}`,
  sql<boolean>`not ${isSuspended(annee, sql.ref('contrib.ramification_id'))}`,
];
