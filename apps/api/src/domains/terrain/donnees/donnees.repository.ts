/** What a device carries of its places, and what of it is new since a snapshot (ADR 0041). */
import { type ContribuableAppareil, JOURS_PAYE_A_LA_VISITE } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { exonereesOf, isWaiting } from '#src/domains/contribuables/index.ts';
import type { Queries } from '#src/platform/database/database.ts';

export interface Etat {
  /** The lowest transaction that had not ended: all below is seen. */
  horizon: string;
  /** The first transaction that had not begun. */
  suivant: string;
  lignee: string;
  heure: string;
  fuseau: string;
  /** The sub-entities of the device, those beneath among them. */
  lieux: number[];
}

/** Read before anything that it is to be the date of. */
export async function readEtat(queries: Queries, entiteId: number, appareil: number): Promise<Etat> {
  const { rows } = await sql<Etat>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as suivant,
      lignee() as lignee, now() as heure, (select valeur from parametre where cle = 'fuseau') as fuseau,
      array(select distinct d.descendant_id from appareil_ramification ar
        join ramification_descendance d on d.entite_id = ar.entite_id and d.ancetre_id = ar.ramification_id
        where ar.entite_id = ${entiteId} and ar.appareil_id = ${appareil} order by 1) as lieux`.execute(
    queries,
  );
  return rows[0] as Etat;
}

export interface Asked {
  entiteId: number;
  lieux: readonly number[];
  /** The snapshot since which; null: everything. */
  depuis: string | null;
  /** The last taxpayer of the page before; 0 for the first page. */
  apres: number;
  limit: number;
}

const written = (alias: string, depuis: string): RawBuilder<boolean> =>
  sql<boolean>`depuis_horizon(${sql.ref(`${alias}.xmin`)}, ${depuis}::xid8)`;

/** Whether anything of the taxpayer `c` was written since. */
const isNew = (depuis: string): RawBuilder<boolean> => {
  const of = (table: string): RawBuilder<boolean> => sql<boolean>`exists (
    select from ${sql.table(table)} m where m.entite_id = c.entite_id and m.contribuable_id = c.id and ${written('m', depuis)})`;
  return sql<boolean>`(${written('c', depuis)} or ${of('echeance')} or ${of('total_contribuable')}
    or ${of('remise_avis')} or ${of('visite')} or exists (select from piece m where m.entite_id = c.entite_id and m.contribuable_id = c.id
      and m.nature = 'avis' and ${written('m', depuis)})
    or ${of('enrollement')} or ${of('equipement')} or ${of('transaction')} or ${of('exoneration')}
    or exists (select from depart m where m.entite_id = c.entite_id and m.contribuable_id = c.id and m.mouvement >= ${depuis}::xid8))`;
};

/** The last parts of a taxpayer, which many do not have. */
interface LastParts {
  exonerations: NonNullable<ContribuableAppareil[13]> | null;
  avis: NonNullable<ContribuableAppareil[14]> | null;
  visites: NonNullable<ContribuableAppareil[15]> | null;
}
function withLastParts(
  ligne: ContribuableAppareil,
  { exonerations, avis, visites }: LastParts,
): ContribuableAppareil {
  if (exonerations === null && avis === null && visites === null) return ligne;
  const all: ContribuableAppareil = [...ligne];
  all[13] = exonerations ?? [];
  if (avis ?? visites) all[14] = avis ?? [];
  if (visites) all[15] = visites;
  return all;
}

/** Signs of a notice's code that tell it from the others of a phone. */
const CODE_SIGNS = 8;
/** The notices in force of the taxpayer `c`, this year and later, each with its delivery. */
const AVIS = sql`(
  select json_agg(json_build_array(p.annee, p.numero, left(p.code, ${sql.lit(CODE_SIGNS)}), p.jour, r.remis_le, r.remis_a) order by p.annee)
  from piece p
  left join remise_avis r on r.code = p.code and r.annulee_le is null and r.remis_a <> 'absent'
  where p.entite_id = c.entite_id and p.contribuable_id = c.id and p.nature = 'avis'
    and p.annee >= extract(year from aujourdhui()) and not exists (select from piece s where s.remplace = p.code))`;

/** The last two visits of the taxpayer `c` with an outcome, and what was paid then and since. */
const VISITES = sql`(
  select json_agg(json_build_array(v.jour, v.issue, v.promis_le, v.promis_montant, p.visite, p.depuis) order by v.jour desc, v.id desc)
  from (select * from visite v where v.entite_id = c.entite_id and v.contribuable_id = c.id and v.issue is not null
    order by v.jour desc, v.id desc limit 2) v
  cross join lateral (
    select greatest(coalesce(sum(t.montant), 0), 0)::bigint as depuis,
      greatest(coalesce(sum(t.montant) filter (where t.jour <= v.jour + ${sql.lit(JOURS_PAYE_A_LA_VISITE)}), 0), 0)::bigint as visite
    from transaction t where t.entite_id = c.entite_id and t.contribuable_id = c.id and t.statut = 'Confirmé'
      and t.date_transaction >= debut_du_jour(v.jour)) p)`;

/** Taxpayers of the places of a device in the order of their ids: all of them, or those of whom anything is new. */
export async function readContribuables(queries: Queries, asked: Asked): Promise<ContribuableAppareil[]> {
  const { entiteId, lieux, depuis, apres, limit } = asked;
  const { rows } = await sql<LastParts & { ligne: ContribuableAppareil }>`
    with page as materialized (
      select c.* from contribuable c
      where c.entite_id = ${entiteId} and c.ramification_id = any(${lieux}::int[]) and c.id > ${apres} and c.enabled
        and ${depuis === null ? sql`true` : isNew(depuis)}
      order by c.id limit ${limit}),
    dus as (
      select x.contribuable_id, json_agg(json_build_array(x.taxe_id, x.annee, x.exigible_le, x.periode, x.reste)
        order by x.annee, x.periode, x.taxe_id) as dus
      from (
        select x.contribuable_id, x.taxe_id, x.annee, x.exigible_le,
          case when est_reportee(x.annee, l.created_at) then 0 else x.periode end as periode, sum(x.montant - x.paye)::bigint as reste
        from echeance x
        join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
        where x.entite_id = ${entiteId} and x.contribuable_id in (select id from page) and x.paye < x.montant and x.closed_at is null
        group by 1, 2, 3, 4, 5) x group by 1),
    avances as (
      select i.contribuable_id, sum(i.montant)::bigint as avance from imputation i
      where i.entite_id = ${entiteId} and i.contribuable_id in (select id from page) and i.echeance_id is null group by 1),
    bases as (
      select l.contribuable_id, json_agg(json_build_array(coalesce(l.nature_activite_id, 0), coalesce(q.type_equipement_id, 0),
        coalesce(nullif(l.variation, ''), q.precision)) order by l.id) as bases
      from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      where l.entite_id = ${entiteId} and l.contribuable_id in (select id from page) and l.closed_at is null group by 1),
    attentes as (
      select t.contribuable_id, json_agg(json_build_array(t.montant, m.nom, jour_local(t.date_transaction))
        order by t.date_transaction, t.id) as attentes
      from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id
      where t.entite_id = ${entiteId} and t.contribuable_id in (select id from page) and ${isWaiting('t')} group by 1)
    select json_build_array(c.id, c.version, c.num_klis, c.nom_complet, c.telephone, c.ramification_id,
      round(c.latitude::numeric, 6)::float8, round(c.longitude::numeric, 6)::float8, c.photo,
      greatest(coalesce(a.avance, 0), 0), coalesce(d.dus, '[]'), coalesce(b.bases, '[]'), coalesce(w.attentes, '[]')) as ligne,
      ${exonereesOf('c', sql`extract(year from aujourdhui())`)} as exonerations, ${AVIS} as avis, ${VISITES} as visites
    from page c
    left join dus d on d.contribuable_id = c.id
    left join avances a on a.contribuable_id = c.id
    left join bases b on b.contribuable_id = c.id
    left join attentes w on w.contribuable_id = c.id
    order by c.id`.execute(queries);
  return rows.map(({ ligne, ...parts }) => withLastParts(ligne, parts));
}

/** Who left the places of a device since a snapshot, and is not there now. */
export async function readRetires(
  queries: Queries,
  { entiteId, lieux, depuis }: Pick<Asked, 'entiteId' | 'lieux'> & { depuis: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct x.id from (
      select d.contribuable_id as id from depart d
      where d.entite_id = ${entiteId} and d.ramification_id = any(${lieux}::int[]) and d.mouvement >= ${depuis}::xid8
        and not exists (
          select from contribuable c where c.entite_id = d.entite_id and c.id = d.contribuable_id
            and c.ramification_id = any(${lieux}::int[]) and c.enabled)
      union all
      select c.id from contribuable c
      where c.entite_id = ${entiteId} and c.ramification_id = any(${lieux}::int[]) and not c.enabled and ${written('c', depuis)}) x
    order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}
