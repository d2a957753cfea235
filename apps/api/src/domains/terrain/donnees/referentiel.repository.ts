/** What a device carries beside taxpayers: places, what is taxed and at which rate, tours, till. */
import type { Donnees, Referentiel } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { debutDe, parDates } from '#src/domains/fiscalite/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

type Carried = Omit<Referentiel, 'remise' | 'successeurs'>;
/** As read: null where there is none. */
type Counted = 'unites' | 'baremes' | 'seuils' | 'changements' | 'termes' | 'suspensions' | 'moratoires';
type Found = Omit<Carried, Counted> & {
  [Name in Counted]: NonNullable<Carried[Name]> | null;
};

/** The part `decidee`: suspensions and moratoires of the year `an` or later, with the carried places that each reaches. */
const decidee = (entiteId: number, lieux: readonly number[]): RawBuilder<unknown> => sql`
    decidee as (
      select x.nature, coalesce(x.taxe_id, 0) as taxe, x.du, x.fin, x.partielles, array(
        select lieu from unnest(${lieux}::int[]) lieu where x.ramification_id is null or exists (
          select from ramification_descendance d where d.entite_id = x.entite_id and d.ancetre_id = x.ramification_id
            and d.descendant_id = lieu)) as lieux
      from suspension x
      where x.entite_id = ${entiteId} and x.fin >= x.du and x.fin >= make_date((select annee from an), 1, 1))`;

/** What there is of it. */
const present = (counted: Pick<Found, Counted>): Pick<Carried, Counted> =>
  Object.fromEntries(Object.entries(counted).filter(([, rows]) => rows !== null));

/**
 * What changes seldom. Rates are those of the present year where taxpayers are enrolled: of each tax that of the place, or of its
 * nearest ancestor that has one. A place that is left out has a row without a rate, so that the phone looks no further up.
 */
export async function readReferentiel(
  queries: Queries,
  person: Person,
  entiteId: number,
  lieux: readonly number[],
): Promise<Carried> {
  const { rows } = await sql<Found>`
    with an as (select extract(year from aujourdhui())::smallint as annee),
    segment as (${parDates(
      sql`
      select t.id as taxe_id, d.descendant_id as lieu_id, d.distance, ${debutDe('a')} as debut, a.id as application_id, a.exclue, a.tarif,
        a.par_unite, a.franchise, a.minimum, a.maximum, a.arrondi, array(
          select p.libelle from application_precision ap join precision_taxe p on p.id = ap.precision_id
          where ap.application_id = a.id and p.par_unite order by ap.rang, p.libelle) as comptees, array(
          select p.seuil from application_precision ap join precision_taxe p on p.id = ap.precision_id
          where ap.application_id = a.id and p.seuil is not null order by p.seuil) as seuils
      from taxe t
      join application a on a.entite_id = t.entite_id and a.taxe_id = t.id and a.annee = (select annee from an)
      join ramification_descendance d on d.entite_id = a.entite_id and d.ancetre_id = a.ramification_id
        and d.descendant_id = any(${lieux}::int[])
      where t.entite_id = ${entiteId} and t.enabled`,
      ['taxe_id', 'lieu_id'],
    )}),
    ${decidee(entiteId, lieux)},
    -- in force on the first day of the year
    tarif as (select * from segment where du_tarif = make_date((select annee from an), 1, 1))
    select json_build_object('id', e.id, 'nom', e.nom, 'code', e.code) as entite, (select annee from an) as annee,
      coalesce((select json_agg(json_build_array(r.id, r.nom,
          case when r.parent_id = any(${lieux}::int[]) then r.parent_id end) order by cardinality(r.chemin), r.nom, r.id)
        from ramification r where r.entite_id = e.id and r.id = any(${lieux}::int[])), '[]') as lieux,
      coalesce((select json_agg(json_build_array(n.id, n.nom) order by n.nom, n.id) from nature_activite n
        where n.entite_id = e.id and n.enabled), '[]') as natures,
      coalesce((select json_agg(json_build_array(q.id, q.nom) order by q.nom, q.id) from type_equipement q
        where q.entite_id = e.id and q.enabled), '[]') as "typesEquipement",
      coalesce((select json_agg(json_build_array(t.id, t.nom, coalesce(t.nature_activite_id, 0), coalesce(t.type_equipement_id, 0),
          periodes_facturees(f.occurrences), f.occurrences) order by t.id)
        from taxe t join frequence f on f.id = t.frequence_id where t.entite_id = e.id), '[]') as taxes,
      coalesce((select json_agg(json_build_array(x.taxe_id, x.lieu_id, x.tarif, coalesce((
          select json_agg(json_build_array(p.libelle, p.tarif) order by ap.rang, p.tarif, p.libelle)
          from application_precision ap join precision_taxe p on p.id = ap.precision_id
          where ap.application_id = x.application_id), '[]')) order by x.taxe_id, x.lieu_id)
        from tarif x), '[]') as tarifs,
      (select json_agg(json_build_array(x.taxe_id, x.lieu_id, x.par_unite, x.franchise, x.minimum, x.maximum, x.arrondi, x.comptees)
          order by x.taxe_id, x.lieu_id)
        from tarif x where not x.exclue and (x.par_unite or cardinality(x.comptees) > 0)) as baremes,
      (select json_agg(json_build_array(x.taxe_id, x.lieu_id, x.seuils) order by x.taxe_id, x.lieu_id)
        from tarif x where not x.exclue and cardinality(x.seuils) > 0) as seuils,
      (select json_agg(json_build_array(b.nature, b.type, b.unite, b.decimales) order by b.nature, b.type) from (
        select n.id as nature, 0 as type, n.unite, n.unite_decimales as decimales from nature_activite n
          where n.entite_id = e.id and n.enabled and n.unite is not null
        union all
        select 0, q.id, q.unite, q.unite_decimales from type_equipement q
          where q.entite_id = e.id and q.enabled and q.unite is not null) b) as unites,
      (select json_agg(json_build_array(x.taxe_id, x.lieu_id, x.du_tarif, x.tarif, coalesce((
          select json_agg(json_build_array(p.libelle, p.tarif) order by ap.rang, p.tarif, p.libelle)
          from application_precision ap join precision_taxe p on p.id = ap.precision_id
          where ap.application_id = x.application_id), '[]'),
          json_build_array(x.par_unite, x.franchise, x.minimum, x.maximum, x.arrondi, x.comptees), x.seuils)
          order by x.taxe_id, x.lieu_id, x.du_tarif)
        from segment x where x.du_tarif > make_date((select annee from an), 1, 1)) as changements,
      (select json_agg(json_build_array(t.id, t.limite, t.delai) order by t.id) from taxe t
        where t.entite_id = e.id and t.enabled and (t.limite is not null or t.delai > 0)) as termes,
      (select json_agg(json_build_array(x.taxe, x.du, x.fin, x.partielles, x.lieux) order by x.du, x.fin, x.taxe) from decidee x
        where x.nature = 'suspension' and cardinality(x.lieux) > 0) as suspensions,
      (select json_agg(json_build_array(x.taxe, x.du, x.fin, x.lieux) order by x.du, x.fin, x.taxe) from decidee x
        where x.nature = 'moratoire' and cardinality(x.lieux) > 0) as moratoires,
      coalesce((select json_agg(json_build_array(m.id, m.nom, m.nature, m.a_confirmer) order by m.nature <> 'espèces', m.id)
        from moyen_paiement m where m.enabled and m.nature not in ('remboursement', 'reprise')
          and (${person.moyenPaiements.length} = 0 or m.id = any(${person.moyenPaiements}::int[]))), '[]') as moyens,
      coalesce((select json_agg(json_build_array(g.id, g.nom) order by g.nom, g.id) from regie g
        where g.entite_id = e.id and g.enabled), '[]') as regies,
      coalesce(e.caisse_depuis <= aujourdhui(), false) as "caisseTenue", e.plafond_paiement as "plafondPaiement",
      e.delai_nouveau as "delaiNouveau", e.mots_simples as "motsSimples"
    from entite e where e.id = ${entiteId}`.execute(queries);
  const { unites, baremes, seuils, changements, termes, suspensions, moratoires, ...found } = rows[0]!;
  return { ...found, ...present({ unites, baremes, seuils, changements, termes, suspensions, moratoires }) };
}

/** The agent's tours from today on. */
export async function readTournees(
  queries: Queries,
  entiteId: number,
  agent: number,
): Promise<NonNullable<Donnees['tournees']>> {
  const { rows } = await sql<NonNullable<Donnees['tournees']>[number]>`
    select t.id, t.jour, coalesce((
      select json_agg(json_build_object('id', v.id, 'contribuable', v.contribuable_id, 'ordre', v.ordre, 'nom', v.nom,
        'presence', case when c.id is null then 'supprimé' when c.ramification_id <> v.ramification_id then 'déplacé'
          else 'présent' end, 'issue', v.issue) order by v.ordre)
      from visite v left join contribuable c on c.entite_id = v.entite_id and c.id = v.contribuable_id
      where v.entite_id = t.entite_id and v.tournee_id = t.id), '[]') as visites
    from tournee t where t.entite_id = ${entiteId} and t.agent_id = ${agent} and t.jour >= aujourdhui()
    order by t.jour, t.id limit 30`.execute(queries);
  return rows;
}

/** The agent's open till, without what it should hold, and the tickets in the agent's hands. */
export async function readCaisse(
  queries: Queries,
  entiteId: number,
  agent: number,
): Promise<NonNullable<Donnees['caisse']>> {
  const { rows } = await sql<NonNullable<Donnees['caisse']>>`
    select (select json_build_object('id', s.id, 'regie', json_build_object('id', g.id, 'nom', g.nom), 'jour', s.jour,
        'fonds', s.fonds, 'recus', (select count(*) from transaction t
          where t.entite_id = s.entite_id and t.session_caisse_id = s.id and t.montant > 0))
      from session_caisse s join regie g on g.id = s.regie_id
      where s.entite_id = ${entiteId} and s.titulaire_id = ${agent} and s.fermee_le is null) as session,
      coalesce((select json_agg(json_build_object('categorie', c.id, 'nom', c.nom, 'valeur', c.valeur,
          'de', lower(v.numeros), 'a', upper(v.numeros) - 1) order by c.nom, v.numeros)
        from tranche_valeur v join categorie_valeur c on c.id = v.categorie_id
        where v.entite_id = ${entiteId} and v.agent_id = ${agent} and v.etat = 'détenu'), '[]') as valeurs`.execute(
    queries,
  );
  return rows[0]!;
}
