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

/** The spans of days of some of the suspensions `x`, together. */
const spans = (where: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`coalesce(range_agg(daterange(x.du, x.fin, '[]')) filter (where ${where}), '{}')`;

/**
 * The part `suspendue`, for places, taxes and years: the periods that lose something. `dus` of `sur` parts stay due: days of
 * a daily tax, months of a period longer than one, otherwise the whole period or nothing. `garde`: what was paid for them
 * stays there. The contract has the same rule (`fiscalite/suspensions/suspendu.ts`).
 * @param paires a query with the columns `lieu`, `taxe_id`, `occurrences` and `annee`
 */
export const suspendues = (entiteId: number, paires: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  suspendue as materialized (
    select * from (
      select t.lieu, t.taxe_id, t.annee, p.periode, t.gardes && p.jours as garde,
        case when t.occurrences >= 365 then n.jours when t.occurrences >= 12 or t.occurrences = 0 then 1 else n.mois end as sur,
        case when t.occurrences >= 365 then n.jours - n.couverts
          when t.occurrences >= 12 or t.occurrences = 0 then case when t.jours @> p.debut then 0 else 1 end
          when n.couverts = n.jours or t.entieres && p.jours then 0
          else n.mois - n.suspendus end as dus
      from (
        select t.lieu, t.taxe_id, t.occurrences, t.annee, ${spans(sql`true`)} as jours, ${spans(sql`x.payes = 'gardés'`)} as gardes,
          ${spans(sql`x.partielles = 'entière'`)} as entieres, ${spans(sql`x.partielles = 'mois'`)} as mensuels
        from (${paires}) t
        join suspension x on x.entite_id = ${entiteId} and x.nature = 'suspension' and x.fin >= x.du
          and x.du <= make_date(t.annee, 12, 31) and x.fin >= make_date(t.annee, 1, 1) and ${reaches(sql`t.lieu`, sql`t.taxe_id`)}
        group by t.lieu, t.taxe_id, t.occurrences, t.annee) t
      cross join lateral generate_series(1, periodes_facturees(t.occurrences)) rang
      cross join lateral (
        select rang as periode, debut_periode(t.annee, rang, t.occurrences) as debut, daterange(
          debut_periode(t.annee, rang, t.occurrences), case when rang = periodes_facturees(t.occurrences)
          then make_date(t.annee + 1, 1, 1) else debut_periode(t.annee, rang + 1, t.occurrences) end) as jours) p
      cross join lateral (
        select upper(p.jours) - p.debut as jours,
          (select sum(upper(c) - lower(c)) from unnest(t.jours * datemultirange(p.jours)) c)::int as couverts,
          count(*)::int as mois, count(*) filter (where t.mensuels @> premier::date)::int as suspendus
        from generate_series(p.debut, upper(p.jours) - 1, interval '1 month') premier) n
      where p.jours && t.jours) s
    where s.dus < s.sur)`;

/**
 * What stays due of the amount of a period: `s` is its row of `suspendue`, if any.
 * @param unitaire price of one day of a rate that counts units, null for others
 */
export const reste = (
  montant: RawBuilder<unknown>,
  occurrences: RawBuilder<unknown>,
  { unitaire, arrondi }: { unitaire: RawBuilder<unknown>; arrondi: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`case when s.dus is null then ${montant}
        when ${occurrences} < 365 then arrondi_au_pas(${montant} * s.dus, s.sur, ${arrondi})
        when ${unitaire} is not null and ${montant} > 0 then arrondi_au_pas(${unitaire} * s.dus, 1, ${arrondi})
        else ${montant} / s.sur * s.dus end`;

/**
 * The part `voulu` from `plein`, what is due without suspensions: a period loses what is suspended of it, and is absent if
 * nothing is left. `plein` is its whole amount where what was paid of it is kept.
 * @param usage whether rates may count units, and taxes may be collected once
 */
export const reduced = ({ counts, once }: { counts: boolean; once: boolean }): RawBuilder<unknown> => {
  const price = counts
    ? { unitaire: sql.ref('v.unitaire'), arrondi: sql`coalesce(v.arrondi, 1::smallint)` }
    : { unitaire: sql`null::numeric`, arrondi: sql`1::smallint` };
  return sql`
  voulu as materialized (
    select v.enrollement_id, v.contribuable_id, v.taxe_id, v.precision, v.periode,
      ${reste(sql.ref('v.montant'), sql.ref('v.occurrences'), price)} as montant,
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
