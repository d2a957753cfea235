/** Computes what a tax would bring at proposed rates: the same rules as the generation, without writing. */
import type { Precision, Simulation, Terme } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Renames } from './libelles.repository.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { montantCompte, tranche } from '../echeances/voulues.repository.ts';
import { debutDe, enVigueur, parDates } from '../echeances/tarifs-dates.repository.ts';
import { reste, suspendues } from '../suspensions/suspendues.repository.ts';
import { countMoving } from '../echeances/exigibles.repository.ts';
import { isNotExonerated } from '../echeances/exonerees.repository.ts';

/** A proposed tax. */
interface Proposal {
  entiteId: number;
  /** The changed tax; absent for a new one. */
  taxeId?: number | undefined;
  /** Type of equipment, or minus the activity. */
  cible: number;
  occurrences: number;
  /** When its échéances would fall due; absent: as now. */
  terme?: Terme | undefined;
  /** One per place and year, with labels if it has précisions. */
  rates: readonly {
    ramification: number;
    annee: number;
    depuis: string | null;
    exclue: boolean;
    tarif: number | null;
    parUnite: boolean;
    franchise: number | null;
    minimum: number | null;
    maximum: number | null;
    arrondi: number;
    precisions: readonly Precision[];
  }[];
}

/** Periods per year of a frequency. */
export async function occurrencesOf(queries: Queries, frequenceId: number): Promise<number | undefined> {
  const frequence = await queries
    .selectFrom('frequence')
    .select('occurrences')
    .where('id', '=', frequenceId)
    .executeTakeFirst();
  return frequence?.occurrences;
}

/** Whether a rate may be that of a line: its only one, that of its précision, or a tranche. */
const mayBeRateOf = (ligne: string): RawBuilder<boolean> =>
  sql<boolean>`(prix.libelle is null or prix.seuil is not null or prix.libelle = ${sql.ref(`${ligne}.precision`)})`;

/** Whether a line owes the tax at `prix`: no exonération takes it out of the year. */
const owes = (
  { entiteId, taxeId }: Pick<Proposal, 'entiteId' | 'taxeId'>,
  ligne: string,
): RawBuilder<boolean> =>
  isNotExonerated(entiteId, ligne, sql`${taxeId ?? null}::int`, sql.ref('prix.annee'));

/** The last period billed for a line enrolled in a month: that month, for a tax collected once. */
const derniere = (mois: RawBuilder<unknown>, occurrences: number): RawBuilder<unknown> =>
  occurrences === 0 ? mois : sql`periodes_facturees(${occurrences}::smallint)`;

/** Whether the line `l` owes the tax: one collected once is owed by lines enrolled since it exists. */
const soumise = ({ occurrences, taxeId }: Pick<Proposal, 'occurrences' | 'taxeId'>): RawBuilder<boolean> =>
  occurrences === 0
    ? sql<boolean>`(l.une_fois and l.created_at >= coalesce((select t.created_at from taxe t where t.id = ${taxeId ?? null}::int), 'infinity'))`
    : sql<boolean>`true`;

/** Whether the tax is due in the year of a rate for a line: one collected once, only in the year of its enrolment. */
const dueEn = (ligne: string, { occurrences }: Pick<Proposal, 'occurrences'>): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${ligne}.${column}`);
  const once = sql`and ${of('soumise')} and ${of('jour')} >= make_date(prix.annee, 1, 1)`;
  return sql<boolean>`(${of('jour')} <= make_date(prix.annee, 12, 31) ${occurrences === 0 ? once : sql``})`;
};

/** The periods of a year, from that of a month on, on whose first day a rate is in force. */
const periodesDe = (tarif: string, mois: RawBuilder<unknown>, occurrences: number): RawBuilder<unknown> => {
  const annee = sql.ref(`${tarif}.annee`);
  return sql`generate_series(periode_du_mois(${mois}, ${occurrences}::smallint), ${derniere(mois, occurrences)}) periode
    where ${enVigueur(tarif, sql`debut_periode(${annee}, periode, ${occurrences}::smallint)`)}`;
};

/** The `with` parts `propose` (proposed rates) and `tarifee` (the lines they apply to, with prices). */
function ratedLines(proposal: Proposal): RawBuilder<unknown> {
  const { entiteId, cible, occurrences, rates, taxeId } = proposal;
  const rows = rates.flatMap(({ precisions, tarif, parUnite, ...place }) => {
    const prices: (Omit<Precision, 'libelle' | 'tarif'> & { libelle: string | null; prix: number | null })[] =
      precisions.length > 0
        ? precisions.map(({ tarif: prix, ...each }) => ({ ...each, prix }))
        : [{ libelle: null, prix: tarif, parUnite, seuil: null }];
    return prices.map((price) => ({ ...place, ...price }));
  });
  return sql`
    propose as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p (ramification int, annee smallint, depuis date, exclue boolean, libelle text, prix bigint, "parUnite" boolean,
          franchise numeric, minimum bigint, maximum bigint, arrondi smallint, seuil numeric)),
    proche as (${parDates(
      sql`
      select p.annee, d.descendant_id as ramification_id, d.ancetre_id as porteur, d.distance, ${debutDe('p')} as debut
      from (select distinct ramification, annee, depuis from propose) p
      join ramification_descendance d on d.entite_id = ${entiteId} and d.ancetre_id = p.ramification`,
      ['annee', 'ramification_id'],
    )}),
    prix as materialized (
      select proche.annee, proche.ramification_id, proche.du_tarif, proche.fin_tarif, p.libelle, p.prix, p."parUnite" as par_unite, p.franchise, p.minimum,
        p.maximum, p.arrondi, p."parUnite" or p.seuil is not null as compte,
        ${tranche(sql`proche.annee, proche.ramification_id, proche.du_tarif`, sql`p.seuil`)}
      from proche join propose p on p.ramification = proche.porteur and p.annee = proche.annee and ${debutDe('p')} = proche.debut
      where not p.exclue and p.prix is not null),
    ligne as materialized (
      select l.id, c.id as contribuable_id, c.ramification_id, coalesce(nullif(l.variation, ''), q.precision) as precision,
        jour_local(l.created_at) as jour, l.quantite, ${soumise(proposal)} as soumise
      from enrollement l
      join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      where l.entite_id = ${entiteId} and l.closed_at is null and l.enabled and c.enabled
        and ${
          cible > 0
            ? sql`l.equipement_id is not null and q.type_equipement_id = ${cible}`
            : sql`l.nature_activite_id = ${-cible}`
        }),
    tarifee as materialized (
      select prix.annee, prix.prix, prix.par_unite, prix.franchise, prix.minimum, prix.maximum, prix.arrondi, prix.seuil,
        prix.compte, prix.du_tarif, prix.fin_tarif, ligne.id, ligne.contribuable_id, ligne.ramification_id, q.quantite, m.mois,
        not prix.compte or q.quantite >= coalesce(prix.seuil, 0) and (not prix.par_unite
          or prix_au_bareme(prix.prix, q.quantite, prix.franchise, prix.minimum, prix.maximum) > 0) as paie
      from ligne join prix on prix.ramification_id = ligne.ramification_id and ${mayBeRateOf('ligne')}
      cross join lateral (select case when prix.compte then ligne.quantite end as quantite) q
      cross join lateral (
        select case when ligne.jour < make_date(prix.annee, 1, 1) then 1 else extract(month from ligne.jour)::int end as mois) m
      where dans_tranche(q.quantite, prix.plancher, prix.suivant) and ${dueEn('ligne', proposal)}
        and ${owes({ entiteId, taxeId }, 'ligne')}
        -- a rate of the whole year has a period for each line
        and (prix.du_tarif = make_date(prix.annee, 1, 1) and prix.fin_tarif = 'infinity' or exists (
          select from ${periodesDe('prix', sql`m.mois`, occurrences)})))`;
}

/** The periods that suspensions of collection take something from, at the places with a rate. */
const suspendue = ({ entiteId, taxeId, occurrences }: Proposal): RawBuilder<unknown> =>
  suspendues(
    entiteId,
    sql`select distinct ramification_id as lieu, ${taxeId ?? null}::int as taxe_id, ${occurrences}::smallint as occurrences, annee
      from prix`,
  );

/** What suspensions leave due of a period: `s` is its row of `suspendue`, if any. @param prix alias of the rate */
const resteDu = (
  prix: string,
  montant: RawBuilder<unknown>,
  quantite: RawBuilder<unknown>,
  occurrences: number,
): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${prix}.${column}`);
  return reste(montant, sql`${occurrences}::smallint`, {
    unitaire: sql`case when ${of('compte')} and ${of('par_unite')} then prix_au_bareme(
      ${of('prix')}, ${quantite}, ${of('franchise')}, ${of('minimum')}, ${of('maximum')}) end`,
    arrondi: sql`coalesce(${of('arrondi')}, 1::smallint)`,
  });
};

/** Quantities of the lines that a rate reaches which counts units; null without such a rate. */
const quantites = ({ cible }: Proposal): RawBuilder<unknown> => sql`(
  select json_build_object('unite', b.unite, 'somme', coalesce(sum(t.quantite), 0),
    'moyenne', coalesce(round(avg(t.quantite), 2), 0), 'sans', count(*) filter (where t.quantite is null))
  from (select distinct annee, id, quantite, compte from tarifee) t
  join ${cible > 0 ? sql`type_equipement` : sql`nature_activite`} b on b.id = ${Math.abs(cible)} and b.unite is not null
  where t.annee = a.annee and t.compte group by b.unite)`;

/** Lines that a tax collected once does not concern: they were enrolled before it. */
const ANTERIEURES = sql`(
  select count(distinct l.id) from ligne l join prix on prix.ramification_id = l.ramification_id
  where not l.soumise and prix.annee = a.annee and l.jour <= make_date(a.annee, 12, 31))`;

/** What the other taxes of the base bill for the lines of the proposed one. */
const autres = ({ entiteId, cible, taxeId }: Proposal): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('nom', autre.nom, 'montant', autre.montant) order by autre.nom) from (
    select t.nom, sum(x.montant)::bigint as montant
    from (select distinct annee, id from tarifee) tarifee
    join echeance x on x.entite_id = ${entiteId} and x.enrollement_id = tarifee.id and x.annee = tarifee.annee
      and x.taxe_id = any(array(select id from taxe where entite_id = ${entiteId} and id is distinct from ${taxeId ?? null}::int
        and coalesce(type_equipement_id, -nature_activite_id) = ${cible}))
    join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
    where tarifee.annee = a.annee group by t.nom) autre), '[]')`;

/** Amount of each year, in total and by highest sub-entity. */
async function readYears(
  queries: Queries,
  proposal: Proposal,
  rated: RawBuilder<unknown>,
): Promise<Simulation['annees']> {
  const { entiteId, occurrences } = proposal;
  const { rows } = await sql<Simulation['annees'][number]>`
    with ${rated},
    ${suspendue(proposal)},
    groupe as (
      select annee, ramification_id, prix, mois, par_unite, franchise, minimum, maximum, arrondi, seuil, compte, quantite,
        du_tarif, fin_tarif, count(*) as n
      from tarifee where paie group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    montant as (
      select annee, ramification_id, sum(n * (
        select sum(${resteDu('g', sql.ref('p.montant'), sql.ref('g.quantite'), occurrences)})
        from (
          select periode, ${montantCompte('g', sql.ref('g.quantite'), sql`${occurrences}::smallint`, sql.ref('g.annee'))} as montant
          from ${periodesDe('g', sql`g.mois`, occurrences)}) p
        left join suspendue s on s.lieu = g.ramification_id and s.annee = g.annee and s.periode = p.periode
      ))::bigint as montant
      from groupe g group by 1, 2),
    sommet as (
      select d.descendant_id, r.id, r.nom from ramification r
      join ramification_descendance d on d.entite_id = r.entite_id and d.ancetre_id = r.id
      where r.entite_id = ${entiteId} and r.parent_id is null),
    personne as (
      select t.annee, s.id, count(distinct t.contribuable_id) as contribuables, count(distinct t.id) as lignes
      from tarifee t join sommet s on s.descendant_id = t.ramification_id
      where paie group by 1, 2),
    lieu as (
      select m.annee, s.id, s.nom, sum(m.montant)::bigint as montant
      from montant m join sommet s on s.descendant_id = m.ramification_id group by 1, 2, 3)
    select a.annee, coalesce(sum(p.contribuables), 0)::bigint as contribuables, coalesce(sum(p.lignes), 0)::bigint as lignes,
      coalesce(sum(l.montant), 0)::bigint as montant,
      coalesce(json_agg(json_build_object('id', l.id, 'nom', l.nom, 'contribuables', p.contribuables, 'lignes', p.lignes,
        'montant', l.montant) order by l.nom) filter (where l.id is not null), '[]') as "parSousEntite",
      ${quantites(proposal)} as quantites, ${autres(proposal)} as autres, ${ANTERIEURES} as anterieures
    from (select distinct annee from propose) a
    left join lieu l on l.annee = a.annee
    left join personne p on p.annee = l.annee and p.id = l.id
    group by 1 order by 1`.execute(queries);
  return rows.map(({ quantites: counted, anterieures, ...year }) => ({
    ...year,
    ...(counted && { quantites: counted }),
    ...(anterieures && { anterieures }),
  }));
}

export type Changes = Exclude<Simulation['changements'], null>;

/**
 * What a generation would change in the existing échéances of a tax, by open year, each period at its taxpayer's place
 * of then.
 */
async function readChanges(
  queries: Queries,
  proposal: Proposal,
  taxeId: number,
  rated: RawBuilder<unknown>,
): Promise<Changes> {
  const { entiteId, occurrences, terme } = proposal;
  const mois = sql`case when l.jour < make_date(prix.annee, 1, 1) then 1 else extract(month from l.jour)::int end`;
  const { rows } = await sql<Omit<Changes[number], 'deplacees'>>`
    with ${rated},
    ${suspendue(proposal)},
    existante as materialized (
      select x.id, x.contribuable_id, x.enrollement_id, x.annee, x.periode, x.montant, x.origine, x.closed_at
      from echeance x join ligne on ligne.id = x.enrollement_id
      where x.entite_id = ${entiteId} and x.taxe_id = ${taxeId}),
    sejour_de_l_an as materialized (
      select s.contribuable_id, s.ramification_id, s.du, lead(s.du) over (partition by s.contribuable_id order by s.du) as fin
      from sejour s where s.entite_id = ${entiteId} and s.contribuable_id in (select contribuable_id from ligne)),
    voulu_ou_rien as materialized (
      select l.id, prix.annee, periode, prix.compte, s.ramification_id as lieu, q.quantite, prix.prix, prix.par_unite, prix.franchise,
        prix.minimum, prix.maximum, prix.arrondi,
        ${montantCompte('prix', sql.ref('q.quantite'), sql`${occurrences}::smallint`, sql.ref('prix.annee'))} as montant
      from ligne l
      join sejour_de_l_an s on s.contribuable_id = l.contribuable_id
      join prix on prix.ramification_id = s.ramification_id and ${mayBeRateOf('l')}
      cross join lateral generate_series(
        periode_du_mois(${mois}, ${occurrences}::smallint), ${derniere(mois, occurrences)}) periode
      cross join lateral (
        select case when prix.compte then quantite_au(${entiteId}, l.id, l.quantite,
          debut_periode(prix.annee, periode, ${occurrences}::smallint)) end as quantite offset 0) q
      where dans_tranche(q.quantite, prix.plancher, prix.suivant) and ${dueEn('l', proposal)}
        and debut_periode(prix.annee, periode, ${occurrences}::smallint) >= s.du
        and (s.fin is null or debut_periode(prix.annee, periode, ${occurrences}::smallint) < s.fin)
        and ${owes({ entiteId, taxeId }, 'l')}
        and ${enVigueur('prix', sql`debut_periode(prix.annee, periode, ${occurrences}::smallint)`)}
        and not exists (select from existante r
          where r.origine = 'reprise' and r.contribuable_id = l.contribuable_id and r.annee = prix.annee)),
    voulu as (
      select v.id, v.annee, v.periode, ${resteDu('v', sql.ref('v.montant'), sql.ref('v.quantite'), occurrences)} as montant,
        case when s.garde then v.montant end as plein
      from voulu_ou_rien v
      left join suspendue s on s.lieu = v.lieu and s.annee = v.annee and s.periode = v.periode
      where (not v.compte or v.montant is distinct from 0) and coalesce(s.dus, 1) > 0),
    changee as (
      select coalesce(v.annee, x.annee) as annee, x.montant as avant, w.montant as apres, paye.*,
        case when x.id is null then 'créée'
          when v.id is null and paye.garde > 0 then 'gardée'
          when v.id is null then 'fermée'
          when x.montant = w.montant and x.closed_at is null then 'inchangée'
          else 'retarifée' end as sort
      from voulu v
      full join existante x on x.enrollement_id = v.id and x.annee = v.annee and x.periode = v.periode
      cross join lateral (
        select coalesce(sum(i.montant) filter (where not i.avance), 0) as garde,
          coalesce(sum(i.montant) filter (where i.avance and v.id is null), 0) as rendu
        from imputation i where (v.id is null or v.plein is not null) and i.entite_id = ${entiteId} and i.echeance_id = x.id) paye
      -- what was paid where a suspension keeps it there
      cross join lateral (
        select case when v.plein is null then v.montant else greatest(v.montant, least(v.plein, paye.garde))::bigint end as montant) w
      where (v.id is not null and v.montant is not null)
        or (v.id is null and x.origine = 'calculée' and x.closed_at is null))
    select annee, count(*) filter (where sort = 'créée') as crees,
      coalesce(sum(apres) filter (where sort = 'créée'), 0)::bigint as "creesMontant",
      count(*) filter (where sort = 'retarifée') as retarifees,
      count(*) filter (where sort = 'inchangée') as inchangees,
      coalesce(sum(avant) filter (where sort = 'retarifée'), 0)::bigint as avant,
      coalesce(sum(apres) filter (where sort in ('créée', 'retarifée')), 0)::bigint as apres,
      count(*) filter (where sort = 'fermée') as fermees,
      coalesce(sum(avant) filter (where sort = 'fermée'), 0)::bigint as "fermeesAvant",
      count(*) filter (where sort = 'gardée') as gardees,
      coalesce(sum(avant) filter (where sort = 'gardée'), 0)::bigint as "gardeesAvant",
      coalesce(sum(garde) filter (where sort = 'gardée'), 0)::bigint as "gardeesMontant",
      coalesce(sum(rendu), 0)::bigint as rendu
    from changee
    where not exists (select from annee_close a where a.entite_id = ${entiteId} and a.annee = changee.annee)
    group by 1 order by 1`.execute(queries);
  const moving = terme ? await countMoving(queries, { entiteId, taxeId }, terme) : undefined;
  return rows.map((year) => ({ ...year, deplacees: moving?.get(year.annee)?.nombre ?? 0 }));
}

/** The same for a stored tax. */
export const readStoredChanges = (queries: Queries, proposal: Proposal, taxeId: number): Promise<Changes> =>
  readChanges(queries, proposal, taxeId, ratedLines(proposal));

/** Number of lines with each of these labels. */
async function countNamed(
  queries: Queries,
  rated: RawBuilder<unknown>,
  renames: Renames,
): Promise<Simulation['renommages']> {
  if (renames.size === 0) return [];
  const { rows } = await sql<{ avant: string; lignes: number }>`
    with ${rated}
    select precision as avant, count(*) as lignes from ligne where precision = any(${[...renames.keys()]}::text[]) group by 1`.execute(
    queries,
  );
  const counts = new Map(rows.map(({ avant, lignes }) => [avant, lignes]));
  return [...renames].map(([avant, apres]) => ({ avant, apres, lignes: counts.get(avant) ?? 0 }));
}

export async function simulate(
  queries: Queries,
  proposal: Proposal,
  renames: Renames = new Map(),
): Promise<Simulation> {
  const rated = ratedLines(proposal);
  const annees = await readYears(queries, proposal, rated);
  const { taxeId } = proposal;
  return {
    annees,
    renommages: await countNamed(queries, rated, renames),
    changements: taxeId === undefined ? null : await readChanges(queries, proposal, taxeId, rated),
  };
}
