/** The individual sheet of a taxpayer for a fiscal year (specification 2 section 2.9). */
import { type FicheIndividuelle, quantiteText } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';
import { debutDe, isExonerated, owesNothing } from '#src/domains/fiscalite/index.ts';
import { CHEMIN } from './apercu.repository.ts';
import type { ContribuableKey } from './compte.repository.ts';

/** A row of `readActivites`, with what its quantity counts. */
type Activite = Omit<FicheIndividuelle['activites'][number], 'unite' | 'quantite'> & {
  unite: string | null;
  uniteDe: string | null;
  quantite: number | null;
};

type Head = Omit<FicheIndividuelle, 'compte' | 'activites' | 'exonerations' | 'suspensions' | 'mouvements'>;

export async function readHead(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select json_build_object('id', ent.id, 'nom', ent.nom) as collectivite, ${CHEMIN} as chemin,
      c.id, c.num_klis as "numKlis", c.photo, c.nom_complet as "fullName", c.raison_sociale as "raisonSociale",
      c.telephone, c.adresse, c.created_at as "createdAt", c.type_piece_identite as "typePieceIdentite",
      c.numero_piece_identite as "numeroPieceIdentite"
    from contribuable c
    join entite ent on ent.id = c.entite_id
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  return rows[0];
}

/**
 * What is taxed in the year. Lines of the same base, tax, précision and échéances form one row, so that number × price is
 * the total: the number of lines, or of units where each échéance is the rate times the quantity. A line whose quantity
 * a tranche, a franchise, a bound or a rounding changed into another amount stands alone. Where several taxes charge a
 * line, each has its row, with its name. A line without a rate is shown with nothing due, a closed line with what remains
 * due. Imported dues of a year before the line have no rate: they are shown as carried over.
 */
export async function readActivites(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['activites']> {
  const { rows } = await sql<Activite>`
    with ligne as (
      select l.id, coalesce(na.nom, teq.nom) || case when count(*) over (partition by l.id) > 1 then ' – ' || t.nom else '' end as base,
        t.id as taxe_id, coalesce(na.unite, teq.unite) as unite, l.quantite,
        coalesce(bool_and(tarif.par_unite and quantite_au(l.entite_id, l.id, l.quantite,
            debut_periode(d.annee, d.periode, f.occurrences)) = l.quantite
          and d.montant = tarif.prix * l.quantite * case when f.occurrences <= 12 then 1 when f.occurrences >= 365
            then extract(day from make_date(d.annee, d.periode, 1) + interval '1 month - 1 day') end), false) as compte, bool_or(tarif.par_quantite) as par_quantite, coalesce(max(d.precision), nullif(l.variation, '')) as precision,
        coalesce(sum(d.montant), 0)::bigint as du, count(d.id)::int as echeances,
        case when min(d.montant) = max(d.montant) then min(d.montant) end as prix,
        case when not est_reportee(${annee}::smallint, l.created_at) then periodes_facturees(max(f.occurrences)) end as "parAn",
        bool_or(d.id is null and ${owesNothing(annee, sql.ref('c.ramification_id'))}) as rien,
        bool_or(d.id is null and ${isExonerated(annee)}) as exonere, l.closed_at
      from enrollement l
      join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      left join type_equipement teq on teq.id = q.type_equipement_id
      left join nature_activite na on na.id = l.nature_activite_id
      left join echeance d on d.entite_id = l.entite_id and d.enrollement_id = l.id and d.annee = ${annee}
        and (d.closed_at is null or d.montant > 0)
      left join taxe t on t.entite_id = d.entite_id and t.id = d.taxe_id
      left join frequence f on f.id = t.frequence_id
      left join lateral (
        select coalesce(p.tarif, a.tarif) as prix, coalesce(p.par_unite, a.par_unite) as par_unite,
          p.seuil is not null or coalesce(p.par_unite, a.par_unite) as par_quantite
        from ramification_descendance r
        join application a on a.entite_id = r.entite_id and a.ramification_id = r.ancetre_id and a.taxe_id = d.taxe_id
          and a.annee = d.annee and ${debutDe('a')} <= debut_periode(d.annee, d.periode, f.occurrences)
        left join application_precision ap on ap.application_id = a.id
        left join precision_taxe p on p.id = ap.precision_id
        where l.quantite is not null and r.entite_id = d.entite_id and r.descendant_id = d.ramification_id and (p.id is null or p.libelle = d.precision)
        order by r.distance, a.depuis desc nulls last limit 1) tarif on true
      where l.entite_id = ${entiteId} and l.contribuable_id = ${id}
      group by l.entite_id, l.id, na.nom, teq.nom, na.unite, teq.unite, t.id, t.nom),
    rang as (
      select ligne.*, case when compte then (du / quantite)::bigint else du end as unitaire,
        case when compte then (prix / quantite)::bigint else prix end as "prixPeriode",
        case when (par_quantite and not compte) or rien then quantite end as apart
      from ligne where echeances > 0 or closed_at is null)
    select base, precision, case when compte then sum(quantite) else count(*) end as nombre,
      json_build_object('nombre', echeances, 'prix', "prixPeriode", 'parAn', "parAn", 'rien', nullif(rien, false),
        'exonere', nullif(exonere, false)) as tarif,
      unitaire as "prixUnitaire", sum(du)::bigint as total, case when compte then unite end as unite,
      apart as quantite, unite as "uniteDe"
    from rang
    group by base, taxe_id, precision, unitaire, echeances, "prixPeriode", "parAn", compte, unite, apart, rien, exonere
    order by base, taxe_id, precision nulls first, unitaire, echeances, "prixPeriode", "parAn", apart`.execute(
    queries,
  );
  return rows.map(({ unite, uniteDe, quantite, ...row }) => ({
    ...row,
    ...(unite === null ? {} : { unite }),
    ...(quantite === null || uniteDe === null ? {} : { quantite: quantiteText(quantite, uniteDe) }),
  }));
}

/**
 * Confirmed transactions of the year, and those of other years that went to it, each with what became of it: together
 * they are what the year was paid.
 */
export async function readMouvements(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['mouvements']> {
  const { rows } = await sql<FicheIndividuelle['mouvements'][number]>`
    with part as (
      select i.transaction_id,
        coalesce(sum(i.montant) filter (where i.annee = ${annee} and i.echeance_id is not null), 0)::bigint as exercice,
        coalesce(sum(i.montant) filter (where i.annee <> ${annee}), 0)::bigint as autres,
        coalesce(sum(i.montant) filter (where i.annee = ${annee} and i.echeance_id is null), 0)::bigint as avance,
        bool_or(i.annee = ${annee}) as dessus
      from imputation i where i.entite_id = ${entiteId} and i.contribuable_id = ${id} group by 1)
    select t.id, t.date_transaction as "dateTransaction", t.no_transaction as "noTransaction", mp.nom as "moyenPaiement",
      t.montant, part.exercice, part.autres, part.avance,
      case when t.extourne_de_id is not null then 'extourne'
        else (select case when x.avis_rejet is null then 'extournée' else 'rejetée' end from transaction x
          where x.entite_id = t.entite_id and x.extourne_de_id = t.id)
      end as extourne,
      ${agentAt('u', sql.ref('t.created_at'))} as agent
    from transaction t
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    join part on part.transaction_id = t.id
    where t.entite_id = ${entiteId} and t.contribuable_id = ${id} and t.statut = 'Confirmé'
      and (extract(year from t.jour) = ${annee} or part.dessus)
    order by t.date_transaction, t.id`.execute(queries);
  return rows;
}
