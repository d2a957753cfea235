/** Compares the échéances of lines with those that should exist, and stores the difference. */
import type { MotifSansTarif } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { type OpenTransaction, PREPARED } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { enVigueur } from './tarifs-dates.repository.ts';
import { isBilled } from './une-fois.repository.ts';
import { type Generation, NOTHING, readUsage, type Usage, voulu } from './voulues.repository.ts';

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

/** The join of rates with the periods on whose first day they are in force. */
const parPeriode = (tarif: string, varies: boolean): RawBuilder<unknown> =>
  varies
    ? sql`join periode on periode.occurrences = ${sql.ref(`${tarif}.occurrences`)} and ${enVigueur(tarif, sql`periode.debut`)}`
    : NOTHING;

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
