/** The échéances that should exist: the lines of taxpayers joined with the rates of their places, in sets. */
import { type RawBuilder, sql } from 'kysely';
import { opaqueArray, PREPARED, type Queries } from '#src/platform/database/database.ts';
import { exigibleLe } from './exigibles.repository.ts';
import { exonerees, hasExonerations } from './exonerees.repository.ts';
import { debutDe, enVigueur, hasDepuis, parDates } from './tarifs-dates.repository.ts';
import { hasUneFois } from './une-fois.repository.ts';
import { hasMoratoires, reported, reports } from '../suspensions/moratoires.repository.ts';
import { hasSuspensions, reduced, suspendues } from '../suspensions/suspendues.repository.ts';

/** Scope of a generation, within one collectivité. */
export interface Generation {
  entiteId: number;
  annee: number;
  /**
   * Taxpayers whose present place is this sub-entity; each period is priced at the place where the taxpayer was then.
   */
  ramificationId: number;
  /** Only this tax. */
  taxeId?: number | undefined;
  /** Only these taxpayers. */
  contribuables?: readonly number[] | undefined;
  /** Only these lines. */
  lignes?: readonly number[] | undefined;
  /** Only periods that begin on this day or later; absent: the whole year. */
  depuis?: string | undefined;
}

/** The price of one day of a rate that counts units, and its rounding. */
const UNITAIRE = sql`, t.arrondi, case when t.compte and t.par_unite then
        prix_au_bareme(t.prix, q.quantite, t.franchise, t.minimum, t.maximum) end as unitaire`;

/** What a collectivité uses: what it does not is left out of the statement. */
export interface Usage {
  /** Rates may count units. */
  counts: boolean;
  /** An exonération is in force in the year. */
  exempts: boolean;
  /** Rates may begin after the first day of the year: they have the columns `du_tarif` and `fin_tarif` then. */
  varies: boolean;
  /** A suspension of collection touches the year. */
  suspends: boolean;
  /** Some taxes are collected once: their rates have `existe_depuis`, and lines `inscrite`, then. */
  once: boolean;
  /** The collectivité has moratoires. */
  defers: boolean;
}

/** A part that is left out. */
export const NOTHING = sql``;

/**
 * The rates of the year at some places: for each tax, the application of the place or of its nearest ancestor with one.
 * `cible` is the type of equipment, or minus the activity, so that lines join rates by one key.
 * @param lieux a query of the places, with one column `lieu`
 */
export const tarif = (
  { entiteId, annee, taxeId }: Pick<Generation, 'entiteId' | 'annee' | 'taxeId'>,
  lieux: RawBuilder<unknown>,
  { counts = true, varies = false, once = false }: Partial<Omit<Usage, 'exempts'>> = {},
): RawBuilder<unknown> => {
  const found = sql`
  select ${varies ? NOTHING : sql`distinct on (l.lieu, t.id)`} l.lieu, t.id as taxe_id, coalesce(t.type_equipement_id, -t.nature_activite_id) as cible,
    f.occurrences, t.limite, t.delai, a.id as application_id, a.exclue, a.tarif${
      counts ? sql`, a.par_unite, a.franchise, a.minimum, a.maximum, a.arrondi` : NOTHING
    }${varies ? sql`, d.distance, ${debutDe('a')} as debut` : NOTHING}${once ? sql`, t.created_at as existe_depuis` : NOTHING}
  from (${lieux}) l
  join ramification_descendance d on d.entite_id = ${entiteId} and d.descendant_id = l.lieu
  join application a on a.entite_id = d.entite_id and a.ramification_id = d.ancetre_id and a.annee = ${annee}
  join taxe t on t.entite_id = a.entite_id and t.id = a.taxe_id
  join frequence f on f.id = t.frequence_id
  where t.enabled ${taxeId ? sql`and t.id = ${taxeId}` : sql``}
  ${varies ? NOTHING : sql`order by l.lieu, t.id, d.distance`}`;
  return varies ? parDates(found, ['lieu', 'taxe_id']) : found;
};

/**
 * Lines billed in the year, with the month they start, and the day before which nothing is due for them: one row per
 * place of the taxpayer in the year, from `du` to before `fin`. The last row, whose `fin` is null, stands for the line
 * itself.
 */
const ligne = (
  { entiteId, annee, ramificationId, contribuables, lignes }: Generation,
  { counts, once }: Pick<Usage, 'counts' | 'once'>,
): RawBuilder<unknown> => sql`
  select l.id, l.contribuable_id, coalesce(q.type_equipement_id, -l.nature_activite_id) as cible,
    coalesce(nullif(l.variation, ''), q.precision) as precision${counts ? sql`, l.quantite` : NOTHING}${once ? sql`, l.created_at as inscrite, l.une_fois` : NOTHING},
    case when jour_local(l.created_at) < make_date(${annee}, 1, 1) then 1
      else extract(month from jour_local(l.created_at))::int end as mois,
    jour_local(l.created_at) + (select delai_nouveau from entite where id = ${entiteId}) as au_plus_tot,
    s.ramification_id as lieu, s.du, suivant.fin
  from contribuable c
  join sejour s on s.entite_id = c.entite_id and s.contribuable_id = c.id and s.du <= make_date(${annee}, 12, 31)
  cross join lateral (
    select min(n.du) as fin from sejour n where n.entite_id = s.entite_id and n.contribuable_id = s.contribuable_id
      and n.du > s.du and n.du <= make_date(${annee}, 12, 31)) suivant
  join enrollement l on l.entite_id = c.entite_id and l.contribuable_id = c.id
  left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  where c.entite_id = ${entiteId} and c.ramification_id = ${ramificationId} and c.enabled and l.enabled
    and l.closed_at is null and jour_local(l.created_at) <= make_date(${annee}, 12, 31)
    and (suivant.fin is null or suivant.fin > make_date(${annee}, 1, 1))
    ${contribuables ? sql`and c.id = any(${opaqueArray(contribuables, 'bigint')}::bigint[])` : NOTHING}
    ${lignes ? sql`and l.id = any(${opaqueArray(lignes, 'bigint')}::bigint[])` : NOTHING}`;

/**
 * The tranche of a rate with a threshold, among those of one place and tax: from `plancher` to before `suivant`. The first one
 * takes smaller quantities too, for which nothing is due.
 */
export const tranche = (place: RawBuilder<unknown>, seuil: RawBuilder<unknown>): RawBuilder<unknown> => {
  const window = sql`over (partition by ${place} order by ${seuil})`;
  return sql`${seuil}, case when ${seuil} is not null then case when row_number() ${window} = 1 then 0 else ${seuil} end end as plancher,
      coalesce(lead(${seuil}) ${window}, 'infinity') as suivant`;
};

/** What a period costs at a rate that may count units; null if it does, and the quantity is not known. */
export function montantCompte(
  prix: string,
  quantite: RawBuilder<unknown>,
  occurrences: RawBuilder<unknown>,
  annee: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${prix}.${column}`);
  const flat = sql`montant_du(${of('prix')}, ${occurrences}, ${annee}, periode)`;
  return sql`case when not ${of('compte')} then ${flat} when ${quantite} is null then null when ${quantite} < ${of('seuil')} then 0
        when ${of('par_unite')} then montant_au_bareme(
          prix_au_bareme(${of('prix')}, ${quantite}, ${of('franchise')}, ${of('minimum')}, ${of('maximum')}),
          ${of('arrondi')}, ${occurrences}, ${annee}, periode)
        else ${flat} end`;
}

/** Whether some base of a collectivité has a unit: rates by the unit need one. */
async function hasUnites(queries: Queries, entiteId: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from type_equipement where entite_id = ${entiteId} and unite is not null
    union all
    select from nature_activite where entite_id = ${entiteId} and unite is not null
    limit 1`.execute(queries);
  return rows.length > 0;
}

/**
 * The échéances that should exist, and the lines without any. For a rate that counts units, the amount of a period is 0 if
 * nothing is due for it, and null if the quantity of its line is not known: what was billed for it then stays.
 * @param usage the columns and parts that the collectivité does not use are left out
 */
export const voulu = (generation: Generation, usage: Usage): RawBuilder<unknown> => {
  const { entiteId, annee, depuis } = generation;
  const { counts, exempts, varies, suspends, once, defers } = usage;
  const debut = once
    ? sql`case when t.occurrences = 0 then jour_local(t.inscrite) else p.debut end`
    : sql`p.debut`;
  const jour = exigibleLe('t', debut, sql`t.au_plus_tot`);
  return sql`
  ligne as materialized (${ligne(generation, usage)}),
  tarif as materialized (${tarif(generation, sql`select distinct lieu from ligne`, usage)}),
  prix as (
    select tarif.lieu, tarif.taxe_id, cible, occurrences, limite, delai${once ? sql`, existe_depuis` : NOTHING}, p.libelle, coalesce(p.tarif, tarif.tarif) as prix${varies ? sql`, du_tarif, fin_tarif` : NOTHING}${
      counts
        ? sql`,
      coalesce(p.par_unite, tarif.par_unite) as par_unite, franchise, minimum, maximum, arrondi,
      ${tranche(sql`tarif.lieu, tarif.taxe_id${varies ? sql`, du_tarif` : NOTHING}`, sql`p.seuil`)}`
        : NOTHING
    }
    from tarif
    left join application_precision ap on ap.application_id = tarif.application_id
    left join precision_taxe p on p.id = ap.precision_id
    where not exclue and (p.id is not null or tarif.tarif is not null)),
  ${exempts ? sql`${exonerees(entiteId, annee)},` : NOTHING}
  tarifee as materialized (
    select ligne.id, ligne.contribuable_id, ${
      counts
        ? sql`case when prix.seuil is null then ligne.precision else prix.libelle end as precision`
        : sql`ligne.precision`
    }, ligne.mois, ligne.au_plus_tot, prix.taxe_id, prix.occurrences, prix.limite, prix.delai,
      prix.prix,
      ligne.lieu, ligne.du, ligne.fin${once ? sql`, ligne.inscrite, ligne.une_fois, prix.existe_depuis` : NOTHING}${varies ? sql`, prix.du_tarif, prix.fin_tarif` : NOTHING}${
        counts
          ? sql`, ligne.quantite, prix.par_unite, prix.franchise, prix.minimum, prix.maximum, prix.arrondi, prix.seuil,
      prix.plancher, prix.suivant, prix.par_unite or prix.seuil is not null as compte`
          : NOTHING
      }
    from ligne
    join prix on prix.lieu = ligne.lieu and prix.cible = ligne.cible
      and (prix.libelle is null or prix.libelle = ligne.precision ${counts ? sql`or prix.seuil is not null` : NOTHING})
    ${
      exempts
        ? sql`where not exists (select from exoneree e where e.enrollement_id = ligne.id and e.taxe_id = prix.taxe_id)`
        : NOTHING
    }),
  periode as materialized (
    select occurrences, periode, debut_periode(${annee}::smallint, periode, occurrences) as debut
    from (select distinct occurrences from tarif) frequence
    cross join lateral generate_series(1, periodes_facturees(occurrences)) periode),
  ${defers ? sql`${reports(entiteId, sql`select distinct lieu, taxe_id from tarif`)},` : NOTHING}
  ${suspends ? sql`${suspendues(entiteId, sql`select distinct lieu, taxe_id, occurrences, ${annee}::smallint as annee from tarif`)}, plein` : sql`voulu`} as materialized (
    select t.id as enrollement_id, t.contribuable_id, t.taxe_id, t.precision, p.periode::smallint as periode,
      ${counts ? montantCompte('t', sql`q.quantite`, sql`t.occurrences`, sql`${annee}::smallint`) : sql`montant_du(t.prix, t.occurrences, ${annee}::smallint, p.periode)`} as montant,
      ${defers ? reported('r', jour) : jour} as exigible_le, t.lieu${counts ? sql`, t.compte` : NOTHING}${once ? sql`, t.occurrences = 0 as unique_fois` : NOTHING}${
        suspends ? sql`, t.occurrences${counts ? UNITAIRE : NOTHING}` : NOTHING
      }
    from tarifee t
    join periode p on p.occurrences = t.occurrences and p.periode >= periode_du_mois(t.mois, t.occurrences)
      and p.debut >= t.du and (t.fin is null or p.debut < t.fin) ${
        once
          ? sql`and (t.occurrences > 0 or p.periode = t.mois and t.une_fois and t.inscrite >= t.existe_depuis
        and jour_local(t.inscrite) >= make_date(${annee}, 1, 1))`
          : NOTHING
      } ${varies ? sql`and ${enVigueur('t', sql`p.debut`)}` : NOTHING} ${depuis ? sql`and p.debut >= ${depuis}::date` : sql``}
    ${defers ? sql`left join report r on r.lieu = t.lieu and r.taxe_id = t.taxe_id and r.jours @> ${jour}` : NOTHING}
    ${
      counts
        ? sql`cross join lateral (
      select case when t.compte then quantite_au(${entiteId}, t.id, t.quantite, p.debut) end as quantite offset 0) q
    where dans_tranche(q.quantite, t.plancher, t.suivant)`
        : NOTHING
    })${suspends ? sql`,${reduced(usage)}` : NOTHING}`;
};

/** What a generation of a year needs: the same for all places of a collectivité. */
export async function readUsage(queries: Queries, entiteId: number, annee: number): Promise<Usage> {
  return {
    counts: await hasUnites(queries, entiteId),
    exempts: await hasExonerations(queries, entiteId, annee),
    varies: await hasDepuis(queries, { entiteId, annee }),
    suspends: await hasSuspensions(queries, entiteId, annee),
    once: await hasUneFois(queries, entiteId),
    defers: await hasMoratoires(queries, entiteId),
  };
}
