/** What suspensions of collection take away from the periods of a year (docs/regles-de-calcul.md). */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

/** Whether a suspension touches a year of a collectivité: without any, nothing else is asked about them. */
export async function hasSuspensions(queries: Queries, entiteId: number, annee: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from suspension where entite_id = ${entiteId} and nature = 'suspension' and fin >= du
      and du <= make_date(${annee}, 12, 31) and fin >= make_date(${annee}, 1, 1) limit 1`.execute(queries);
  return rows.length > 0;
}

/** Whether the suspension or moratoire `x` of a collectivité reaches a tax at a place. */
export const reaches = (lieu: RawBuilder<unknown>, taxe: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(x.taxe_id is null or x.taxe_id = ${taxe})
            and (x.ramification_id is null or exists (
              select from ramification_descendance d where d.entite_id = x.entite_id and d.ancetre_id = x.ramification_id
                and d.descendant_id = ${lieu}))`;

/**
 * The part `suspendue` of a generation, for each place and tax of `tarif`: the periods that lose something. `dus` of `sur`
 * parts stay due: days of a daily tax, months of a period longer than one, otherwise the whole period or nothing.
 * `garde`: what was paid for them stays there.
 */
export const suspendues = (entiteId: number, annee: number): RawBuilder<unknown> => sql`
  suspendue as materialized (
    select * from (
      select t.lieu, t.taxe_id, p.periode, j.garde,
        case when t.occurrences >= 365 then j.jours else case when t.occurrences >= 12 or t.occurrences = 0 then 1 else j.mois end end as sur,
        case when t.occurrences >= 365 then j.jours - j.couverts
          when t.occurrences >= 12 or t.occurrences = 0 then case when j.premier then 0 else 1 end
          when j.couverts = j.jours or j.entiere then 0
          else j.mois - j.suspendus end as dus
      from (select distinct lieu, taxe_id, occurrences from tarif) t
      join periode p on p.occurrences = t.occurrences
      cross join lateral (
        select count(*)::int as jours, count(*) filter (where c.couvert)::int as couverts, bool_or(c.garde) as garde,
          bool_or(c.entiere) as entiere, bool_or(c.couvert and jour = p.debut) as premier,
          count(*) filter (where extract(day from jour) = 1)::int as mois,
          count(*) filter (where extract(day from jour) = 1 and c.mois)::int as suspendus
        from generate_series(p.debut, case when p.periode = periodes_facturees(p.occurrences) then make_date(${annee}, 12, 31)
          else debut_periode(${annee}::smallint, p.periode + 1, p.occurrences) - 1 end, interval '1 day') jour
        cross join lateral (
          select count(*) > 0 as couvert, coalesce(bool_or(x.payes = 'gardés'), false) as garde,
            coalesce(bool_or(x.partielles = 'entière'), false) as entiere,
            coalesce(bool_or(x.partielles = 'mois'), false) as mois
          from suspension x
          where x.entite_id = ${entiteId} and x.nature = 'suspension' and jour::date between x.du and x.fin
            and ${reaches(sql`t.lieu`, sql`t.taxe_id`)}) c) j
      where j.couverts > 0) s
    where s.dus < s.sur)`;

/**
 * The part `voulu` from `plein`, what is due without suspensions: a period loses what is suspended of it, and is absent if
 * nothing is left. `plein` is its whole amount where what was paid of it is kept.
 * @param usage whether rates may count units, and taxes may be collected once
 */
export const reduced = ({ counts, once }: { counts: boolean; once: boolean }): RawBuilder<unknown> => {
  const days = counts
    ? sql`case when v.unitaire is not null and v.montant > 0 then arrondi_au_pas(v.unitaire * s.dus, 1, v.arrondi)
            else v.montant / s.sur * s.dus end`
    : sql`v.montant / s.sur * s.dus`;
  return sql`
  voulu as materialized (
    select v.enrollement_id, v.contribuable_id, v.taxe_id, v.precision, v.periode,
      case when s.dus is null then v.montant when v.occurrences >= 365 then ${days}
        else arrondi_au_pas(v.montant * s.dus, s.sur, ${counts ? sql`coalesce(v.arrondi, 1::smallint)` : sql`1::smallint`}) end as montant,
      v.exigible_le, v.lieu${counts ? sql`, v.compte` : sql``}${once ? sql`, v.unique_fois` : sql``}, case when s.garde then v.montant end as plein
    from plein v
    left join suspendue s on s.lieu = v.lieu and s.taxe_id = v.taxe_id and s.periode = v.periode
    where coalesce(s.dus, 1) > 0)`;
};

/** Whether a suspension takes something from the line `l`, whose equipment, if any, is `q`, at a place in a year. */
export const isSuspended = (
  annee: number,
  lieu: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from suspension x left join taxe xt on xt.entite_id = x.entite_id and xt.id = x.taxe_id
  where x.entite_id = l.entite_id and x.nature = 'suspension' and x.fin >= x.du and x.du <= make_date(${annee}, 12, 31) and x.fin >= make_date(${annee}, 1, 1)
    and (x.taxe_id is null or xt.type_equipement_id = q.type_equipement_id or xt.nature_activite_id = l.nature_activite_id)
    and (x.ramification_id is null or exists (select from ramification_descendance d
      where d.entite_id = x.entite_id and d.ancetre_id = x.ramification_id and d.descendant_id = ${lieu})))`;
