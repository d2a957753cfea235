/** What there is of a collectivité, in one question: counts and names, nothing judged. */
import { MOYEN_REMBOURSEMENT, TYPE_UTILISATEUR } from '@octroi/contract';
import { sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

export interface Facts {
  id: number;
  nom: string;
  enabled: boolean;
  lieux: number;
  lieuxInactifs: string[];
  /** Name of the lowest level in use. */
  niveau: string | null;
  /** Active sub-entities above that level with nothing beneath them: nobody is enrolled where others are. */
  lieuxSansSuite: string[];
  /** Active accounts that may enrol there. */
  enroleurs: number;
  /** Active accounts of the collectivité that may make others. */
  administrateurs: number;
  taxes: number;
  taxesInactives: string[];
  /** Active taxes that say nothing of some active sub-entities for the year: neither a rate nor that they are left out. */
  sansTarif: { id: number; nom: string; lieux: number; premier: string }[];
  close: boolean;
  moyens: number;
  moyensInactifs: string[];
  modalites: number;
  ecusson: boolean;
  /** Whether somebody has looked over the texts of the papers. */
  papiers: boolean;
  signataire: boolean;
  contribuables: boolean;
  echeances: boolean;
}

/** Undefined where the scope holds no such collectivité. */
export async function readFacts(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  annee: number,
): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    with lieu as (
      select r.id, r.nom, r.parent_id, r.enabled, t.nom as type, t.niveau
      from ramification r join type_ramification t on t.id = r.type_id where r.entite_id = ${entiteId}),
    couvert as (
      select a.taxe_id, d.descendant_id as lieu_id from application a
      join ramification_descendance d on d.entite_id = a.entite_id and d.ancetre_id = a.ramification_id
      where a.entite_id = ${entiteId} and a.annee = ${annee}),
    compte as (
      select u.id, u.type_id, u.groupe_id from utilisateur u
      where u.enabled and (
        exists (select from utilisateur_entite x where x.utilisateur_id = u.id and x.entite_id = ${entiteId})
        or exists (select from utilisateur_ramification x join lieu on lieu.id = x.ramification_id
          where x.utilisateur_id = u.id))),
    droit as (
      select p.groupe_id, n.cle from permission p join navigation n on n.id = p.navigation_id
      join groupe g on g.id = p.groupe_id and g.enabled where p.nom = 'Créer')
    select e.id, e.nom, e.enabled,
      (select count(*) from lieu where enabled) as lieux,
      array(select nom from lieu where not enabled order by nom) as "lieuxInactifs",
      (select type from lieu where enabled order by niveau desc limit 1) as niveau,
      array(select nom from lieu where enabled and niveau < (select max(niveau) from lieu where enabled)
        and not exists (select from lieu bas where bas.parent_id = lieu.id and bas.enabled) order by nom) as "lieuxSansSuite",
      (select count(*) from compte where type_id = ${TYPE_UTILISATEUR.agent}
        or exists (select from droit where droit.groupe_id = compte.groupe_id and cle = 'contribuables')) as enroleurs,
      (select count(*) from compte where exists (
        select from droit where droit.groupe_id = compte.groupe_id and cle = 'users')) as administrateurs,
      (select count(*) from taxe where entite_id = e.id and enabled) as taxes,
      array(select nom from taxe where entite_id = e.id and not enabled order by nom) as "taxesInactives",
      (select coalesce(json_agg(json_build_object('id', s.id, 'nom', s.nom, 'lieux', s.lieux, 'premier', s.premier) order by s.nom), '[]')
        from (
          select t.id, t.nom, count(*) as lieux, min(lieu.nom) as premier from taxe t cross join lieu
          where t.entite_id = ${entiteId} and t.enabled and lieu.enabled and not exists (
            select from couvert where couvert.taxe_id = t.id and couvert.lieu_id = lieu.id)
          group by t.id, t.nom) s) as "sansTarif",
      exists (select from annee_close where entite_id = e.id and annee = ${annee}) as close,
      (select count(*) from moyen_paiement where enabled and id <> ${MOYEN_REMBOURSEMENT} and nature <> 'reprise') as moyens,
      array(select nom from moyen_paiement where not enabled and id <> ${MOYEN_REMBOURSEMENT} and nature <> 'reprise' order by nom) as "moyensInactifs",
      (select count(*) from modalite_paiement where entite_id = e.id and enabled) as modalites,
      p.ecusson is not null as ecusson, p.entite_id is not null as papiers,
      coalesce(p.textes ->> 'signataireAvis', 'usuel') <> '' as signataire,
      exists (select from contribuable where entite_id = e.id and not systeme) as contribuables,
      exists (select from echeance where entite_id = e.id and annee = ${annee}) as echeances
    from entite e left join papier p on p.entite_id = e.id
    where e.id = ${entiteId} and ${entiteCondition(scope, sql.ref('e.id'))}`.execute(queries);
  return rows[0];
}
