/** Computes dues in sets: the lines of taxpayers joined with the rates of their places. */
import type { MotifSansTarif } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import {
  type OpenTransaction,
  PREPARED,
  type Queries,
  opaqueArray,
} from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { exigibleLe } from './exigibles.repository.ts';
import { exonerees, hasExonerations } from './exonerees.repository.ts';
import { debutDe, enVigueur, hasDepuis, parDates } from './tarifs-dates.repository.ts';
import { hasUneFois, isBilled } from './une-fois.repository.ts';
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

/** An échéance whose price or précision differs from the present rate. */
export interface Repriced {
  id: number;
  contribuable: number;
  avant: number;
  apres: number;
  precision: string | null;
}

/** An échéance without a rate. */
interface Unrated {
  id: number;
  avant: number;
  /** Whether what was paid on it pays other dues: its suspension says so. */
  liberee: boolean;
  /** Amount paid on it, without payments from advances. */
  apres: number;
}

export interface Outcome {
  creees: number;
  inchangees: number;
  /** Francs of the created échéances. */
  montant: number;
  /** Includes échéances closed without a rate, which are opened again. */
  retarifees: Repriced[];
  perdues: Unrated[];
  sansTarif: { motif: MotifSansTarif; lignes: number }[];
  /** Lines for which a rate that counts units asks nothing. */
  rienAPayer: number;
  /** Lines with an exonerated tax. */
  exonerees: number;
  /** Lines enrolled before a tax that is collected once: they do not owe it. */
  anterieures: number;
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

const NOTHING = sql``;

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
const voulu = (generation: Generation, usage: Usage): RawBuilder<unknown> => {
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

/** The join of rates with the periods on whose first day they are in force. */
const parPeriode = (tarif: string, varies: boolean): RawBuilder<unknown> =>
  varies
    ? sql`join periode on periode.occurrences = ${sql.ref(`${tarif}.occurrences`)} and ${enVigueur(tarif, sql`periode.debut`)}`
    : NOTHING;

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

/** The amount of an échéance that a suspension lowers, never below what was paid where that is kept. */
const KEPT = (
  entiteId: number,
) => sql`(case when v.plein is null then v.montant else greatest(v.montant, least(v.plein, (
        select coalesce(sum(i.montant), 0) from imputation i
        where i.entite_id = ${entiteId} and i.echeance_id = v.id and not i.avance))) end)::bigint`;

/** Whether a suspension frees what was paid on an échéance that is no longer due. */
const FREED = sql`exists (select from suspendue s where s.lieu = x.lieu_existant and s.taxe_id = x.taxe_existante
        and s.periode = x.periode_existante and s.dus = 0 and not s.garde)`;

/** Leaves out lines that owe nothing for another reason than a missing rate. */
const excused = (
  { entiteId, annee }: Pick<Generation, 'entiteId' | 'annee'>,
  { exempts, suspends, once }: Usage,
): RawBuilder<unknown> => sql`
        ${once ? sql`and ${isBilled(annee, { entite: sql`${entiteId}`, cible: sql.ref('l.cible'), inscrite: sql.ref('l.inscrite'), uneFois: sql.ref('l.une_fois') })}` : NOTHING}
        ${exempts ? sql`and l.id not in (select enrollement_id from exoneree)` : NOTHING}
        ${suspends ? sql`and l.id not in (select enrollement_id from plein)` : NOTHING}`;

/** Existing échéances that are not wanted: the condition of a generation of periods from a day on. */
const perduesDepuis = (annee: number, depuis: string | undefined): RawBuilder<unknown> =>
  depuis
    ? sql`join taxe t on t.id = x.taxe_existante join frequence f on f.id = t.frequence_id
            and debut_periode(${annee}::smallint, x.periode_existante, f.occurrences) >= ${depuis}::date`
    : NOTHING;

const EXONEREES = sql`(select count(distinct enrollement_id) from exoneree)`;
const ANTERIEURES = sql`(select count(distinct id) from tarifee where occurrences = 0 and une_fois and inscrite < existe_depuis)`;
/** Lines for which a rate that counts units asks nothing. */
const RIEN_A_PAYER = sql`(select count(*) from (
        select from voulu where compte group by enrollement_id, taxe_id having max(montant) = 0) nulle)`;

/** Locks the taxpayers of a place until the transaction ends, in the order common to all writers. */
export async function lockContribuables(trx: OpenTransaction, generation: Generation): Promise<number[]> {
  const { entiteId, ramificationId, contribuables } = generation;
  const rows = await trx
    .selectFrom('contribuable')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('ramification_id', '=', ramificationId)
    .$if(contribuables !== undefined, (query) => query.where('id', '=', anyOf(contribuables ?? [])))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Creates missing échéances; returns those with another price, and those without a rate. Dues imported from before
 * Octroi are left unchanged, and nothing is added to their tax and year.
 * @param creer false: only reports the missing ones
 * @param known what the collectivité uses in the year, if it was read before
 */
export async function generate(
  trx: OpenTransaction,
  generation: Generation,
  creer: boolean,
  known?: Usage,
): Promise<Outcome> {
  const { entiteId, annee, taxeId, depuis } = generation;
  const usage = known ?? (await readUsage(trx, entiteId, annee));
  const { counts, exempts, varies, suspends, once } = usage;
  const creee = creer
    ? sql`insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, precision, montant, exigible_le, ramification_id${once ? sql`, unique_fois` : NOTHING})
        select ${entiteId}::int, v.contribuable_id, v.enrollement_id, v.taxe_id, ${annee}::smallint, v.periode, v.precision, v.montant, v.exigible_le, v.lieu${once ? sql`, v.unique_fois` : NOTHING}
        from compare v where v.id is null order by v.enrollement_id, v.taxe_id, v.periode
        on conflict (entite_id, enrollement_id, taxe_id, annee, periode) do nothing
        returning montant`
    : sql`select montant from compare where id is null`;
  const apres = suspends ? sql`${KEPT(entiteId)}` : sql`v.montant`;
  const { rows } = await sql<Omit<Outcome, 'inchangees'> & { voulues: number }>`${sql.raw(PREPARED)}
    with ${voulu(generation, usage)},
    existante as materialized (
      select x.id, x.contribuable_id, x.enrollement_id, x.taxe_id, x.periode, x.montant, x.precision, x.origine, x.closed_at,
        x.ramification_id as lieu
      from ligne l
      join echeance x on x.entite_id = ${entiteId} and x.enrollement_id = l.id and x.annee = ${annee}
        ${taxeId ? sql`and x.taxe_id = ${taxeId}` : sql``}
      where l.fin is null),
    -- the planner estimates one row on each side; a full join is hashed or merged all the same, and so is « not in »
    rapproche as materialized (
      select v.*, x.id, x.montant as avant, x.precision as precision_avant, x.closed_at, x.origine,
        x.taxe_id as taxe_existante, x.periode as periode_existante, x.lieu as lieu_existant
      from ${counts ? sql`(select * from voulu where not compte or montant is distinct from 0)` : sql`voulu`} v
      full join existante x on x.enrollement_id = v.enrollement_id and x.taxe_id = v.taxe_id and x.periode = v.periode),
    reprise as materialized (select distinct contribuable_id, taxe_id from existante where origine = 'reprise'),
    compare as materialized (
      select v.* from rapproche v
      where v.enrollement_id is not null ${counts ? sql`and v.montant is not null` : NOTHING} and not exists (
        select from reprise r where r.contribuable_id = v.contribuable_id and r.taxe_id = v.taxe_id)),
    creee as (${creee}),
    retarifee as (
      select id, contribuable_id as contribuable, avant, ${apres} as apres, precision
      from compare v
      where id is not null and (${apres} <> avant or precision is distinct from precision_avant or closed_at is not null)),
    perdue as (
      select x.id, x.avant, coalesce((
        select sum(i.montant) from imputation i where i.entite_id = ${entiteId} and i.echeance_id = x.id and not i.avance),
        0)::bigint as apres, ${suspends ? FREED : sql`false`} as liberee
      from rapproche x ${perduesDepuis(annee, depuis)}
      where x.enrollement_id is null and x.origine = 'calculée' and x.closed_at is null),
    sans as (
      select case ${
        counts
          ? sql`when l.id in (select enrollement_id from voulu where montant is null) then 'quantite'`
          : NOTHING
      }
          when not exists (select from taxe t where t.entite_id = ${entiteId} and t.enabled
            and coalesce(t.type_equipement_id, -t.nature_activite_id) = l.cible) then 'taxe'
          when not exists (select from tarif ${parPeriode('tarif', varies)} where tarif.lieu = l.lieu and tarif.cible = l.cible) then 'tarif'
          when exists (select from prix ${parPeriode('prix', varies)} where prix.lieu = l.lieu and prix.cible = l.cible) then 'precision'
          else 'exclue' end as motif, count(*) as lignes
      from ligne l
      where ${
        taxeId || depuis
          ? sql`false`
          : sql`l.fin is null and l.id not in (select enrollement_id from voulu ${counts ? sql`where montant is not null` : NOTHING})
        ${excused(generation, usage)}`
      }
      group by 1)
    select (select count(*) from creee) as creees, (select coalesce(sum(montant), 0)::bigint from creee) as montant,
      (select count(*) from compare) as voulues,
      coalesce((select json_agg(retarifee order by id) from retarifee), '[]') as retarifees,
      coalesce((select json_agg(perdue order by id) from perdue), '[]') as perdues,
      coalesce((select json_agg(sans order by motif) from sans), '[]') as "sansTarif",
      ${counts ? RIEN_A_PAYER : sql`0`} as "rienAPayer",
      ${exempts ? EXONEREES : sql`0`} as exonerees,
      ${once ? ANTERIEURES : sql`0`} as anterieures`.execute(trx);
  const { voulues, ...outcome } = rows[0] as (typeof rows)[0] & object;
  return { ...outcome, inchangees: voulues - outcome.creees - outcome.retarifees.length };
}

/** Reprices échéances and reopens closed ones. Amounts paid above a new price must be released before. */
export async function reprice(
  trx: OpenTransaction,
  entiteId: number,
  repriced: readonly Repriced[],
): Promise<void> {
  await sql`
    update echeance x set montant = n.apres, precision = n.precision, closed_at = null, updated_at = now()
    from unnest(${repriced.map(({ id }) => id)}::bigint[], ${repriced.map(({ apres }) => apres)}::bigint[],
      ${repriced.map(({ precision }) => precision)}::text[]) n (id, apres, precision)
    where x.entite_id = ${entiteId} and x.id = n.id`.execute(trx);
}

/**
 * Reduces échéances to the amount paid on them.
 * @param forget deletes those never paid; otherwise they stay at 0 and can be reopened
 */
export async function closeEcheances(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
  forget: boolean,
): Promise<void> {
  if (forget)
    await sql`
      delete from echeance x where x.entite_id = ${entiteId} and x.id = any(${ids}::bigint[]) and not exists (
        select from imputation i where i.entite_id = x.entite_id and i.echeance_id = x.id)`.execute(trx);
  await sql`
    update echeance set montant = paye, closed_at = coalesce(closed_at, now()), updated_at = now()
    where entite_id = ${entiteId} and id = any(${ids}::bigint[]) and (closed_at is null or montant > paye)`.execute(
    trx,
  );
}

/** The sub-entities with taxpayers in a generation: the requested ones and those below. */
export async function nodesToBill(
  queries: Queries,
  entiteId: number,
  ramifications: readonly number[] | undefined,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('ramification as r')
    .select('r.id')
    .where('r.entite_id', '=', entiteId)
    .where('r.technique', '=', false)
    .$if(ramifications !== undefined, (query) =>
      query.where('r.id', 'in', (eb) =>
        eb
          .selectFrom('ramification_descendance')
          .select('descendant_id')
          .where('entite_id', '=', entiteId)
          .where('ancetre_id', '=', anyOf(ramifications ?? [])),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contribuable as c')
          .select('c.id')
          .whereRef('c.entite_id', '=', 'r.entite_id')
          .whereRef('c.ramification_id', '=', 'r.id'),
      ),
    )
    .orderBy('r.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function isClosed(queries: Queries, entiteId: number, annee: number): Promise<boolean> {
  const closed = await queries
    .selectFrom('annee_close')
    .select('annee')
    .where('entite_id', '=', entiteId)
    .where('annee', '=', annee)
    .executeTakeFirst();
  return closed !== undefined;
}

/** Names of the collectivités among these whose year is closed. */
export async function closedAmong(
  queries: Queries,
  entites: readonly number[],
  annee: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('annee_close as a')
    .innerJoin('entite as e', 'e.id', 'a.entite_id')
    .select('e.nom')
    .where('a.entite_id', '=', anyOf(entites))
    .where('a.annee', '=', annee)
    .orderBy('e.nom')
    .execute();
  return rows.map(({ nom }) => nom);
}

/** The present places of everybody who ever was at a sub-entity or below it. */
export async function placesOfPast(
  queries: Queries,
  entiteId: number,
  ramification: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.ramification_id as id
    from sejour s
    join ramification_descendance d on d.entite_id = s.entite_id and d.descendant_id = s.ramification_id
      and d.ancetre_id = ${ramification}
    join contribuable c on c.entite_id = s.entite_id and c.id = s.contribuable_id
    where s.entite_id = ${entiteId} order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The requested sub-entities within the scope, by collectivité. */
export async function visibleByEntite(
  queries: Queries,
  scope: Scope,
  ramifications: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await queries
    .selectFrom('ramification')
    .select((eb) => ['entite_id', eb.fn.agg<number[]>('array_agg', ['id']).orderBy('id').as('ids')])
    .where('id', '=', anyOf(ramifications))
    .where('technique', '=', false)
    .where((eb) => placeCondition(scope, eb.ref('entite_id'), eb.ref('id')))
    .groupBy('entite_id')
    .orderBy('entite_id')
    .execute();
  return new Map(rows.map(({ entite_id, ids }) => [entite_id, ids]));
}

export async function taxeExists(queries: Queries, entiteId: number, taxeId: number): Promise<boolean> {
  const taxe = await queries
    .selectFrom('taxe')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('id', '=', taxeId)
    .executeTakeFirst();
  return taxe !== undefined;
}

/** Enabled collectivités with taxpayers, for the nightly billing. */
export async function entitesToBill(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('entite as e')
    .select('e.id')
    .where('e.enabled', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contribuable as c')
          .select('c.id')
          .whereRef('c.entite_id', '=', 'e.id')
          .where('c.systeme', '=', false),
      ),
    )
    .orderBy('e.id')
    .execute();
  return rows.map(({ id }) => id);
}
