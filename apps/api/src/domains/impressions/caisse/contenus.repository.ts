/** Reads the contents of till papers at the time of issue (ADR 0036). */
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { nameAt } from '#src/platform/database/expressions.ts';
import type {
  ChequeDetenu,
  ContenuCloture,
  ContenuControle,
  ContenuSituation,
  ContenuVersement,
  LigneSituation,
  Reception,
  ValeursDetenues,
} from './contenu.ts';

/** Name of the person `alias` at an instant: a paper shows the name of the time of the act. */
const name = (alias: string, at: RawBuilder<unknown>) =>
  nameAt(
    sql.ref(`${alias}.id`),
    at,
    sql`btrim(${sql.ref(`${alias}.prenom`)} || ' ' || ${sql.ref(`${alias}.nom`)})`,
  );
const ENTITE = sql`json_build_object('id', ent.id, 'nom', ent.nom, 'code', ent.code) as entite, rg.nom as regie`;
type WithoutPapier<Contenu> = Omit<Contenu, 'papier'>;

/** Locks a session while its paper is issued; undefined while the session is open. */
export async function readCloture(
  trx: OpenTransaction,
  id: number,
): Promise<WithoutPapier<ContenuCloture> | undefined> {
  const { rows } = await sql<WithoutPapier<ContenuCloture>>`
    select 'clôture' as nature, ${ENTITE}, ${name('tit', sql`s.fermee_le`)} as titulaire, s.jour, s.ouverte_le as "ouverteLe", s.fermee_le as "fermeeLe", s.comptee_le as "compteeLe",
      case when s.fermee_par_id <> s.titulaire_id then ${name('fer', sql`s.fermee_le`)} end as "fermeePar", s.fonds, s.recu, s.annule, s.vendu, s.attendu,
      s.compte, s.billets, s.proces_verbal as "procesVerbal"
    from session_caisse s
    join entite ent on ent.id = s.entite_id
    join regie rg on rg.id = s.regie_id
    join utilisateur tit on tit.id = s.titulaire_id
    join utilisateur fer on fer.id = s.fermee_par_id
    where s.id = ${id} and s.fermee_le is not null for update of s`.execute(trx);
  return rows[0];
}

interface ControleLu extends WithoutPapier<ContenuControle> {
  controleurId: number;
  /** Whether the till has been counted since. */
  fermee: boolean;
}

/** Locks the control's session while its paper is issued. */
export async function readControle(
  trx: OpenTransaction,
  session: number,
  id: number,
): Promise<ControleLu | undefined> {
  const { rows } = await sql<ControleLu>`
    select 'contrôle' as nature, ${ENTITE}, ${name('tit', sql`c.created_at`)} as titulaire, ${name('con', sql`c.created_at`)} as controleur, s.jour, c.created_at as le,
      c.compte, c.attendu, c.billets, c.proces_verbal as "procesVerbal", c.controleur_id as "controleurId",
      s.fermee_le is not null as fermee
    from session_caisse s
    join controle_caisse c on c.entite_id = s.entite_id and c.session_caisse_id = s.id
    join entite ent on ent.id = s.entite_id
    join regie rg on rg.id = s.regie_id
    join utilisateur tit on tit.id = s.titulaire_id
    join utilisateur con on con.id = c.controleur_id
    where s.id = ${session} and c.id = ${id} for update of s`.execute(trx);
  return rows[0];
}

/** Stores the budget lines of a régie's versements whose lines were not stored at declaration. */
export async function keepLignes(trx: OpenTransaction, entiteId: number, regieId: number): Promise<void> {
  await sql`select repartir_versements(${entiteId}, ${regieId})`.execute(trx);
}

interface VersementLu extends WithoutPapier<ContenuVersement> {
  reception: Reception;
  /** Whether the till of the declared cash is still to be counted. */
  aCompter: boolean;
}

/** Locks a versement while its paper is issued. Declared cash beyond what is held is an écart. */
export async function readVersement(trx: OpenTransaction, id: number): Promise<VersementLu | undefined> {
  const { rows } = await sql<VersementLu>`
    select case when v.destination = 'détenteur' then 'passation' else 'versement' end as nature, ${ENTITE}, v.id as versement,
      ${name('dec', sql`v.created_at`)} as declarant, v.destination, case when des.id is not null then ${name('des', sql`v.created_at`)} end as destinataire, v.montant,
      v.reference, v.created_at as "declareLe", l.lignes, l.du, l.au,
      json_build_object('statut', v.statut, 'recu', v.recu, 'le', v.decide_le, 'motif', v.motif,
        'par', case when par.id is not null then ${name('par', sql`v.decide_le`)} end) as reception,
      exists (select from session_caisse s where s.entite_id = v.entite_id and s.regie_id = v.regie_id
        and s.titulaire_id = v.declarant_id and s.fermee_le is null and s.ouverte_le <= v.created_at) as "aCompter"
    from versement v
    join entite ent on ent.id = v.entite_id
    join regie rg on rg.id = v.regie_id
    join utilisateur dec on dec.id = v.declarant_id
    left join utilisateur des on des.id = v.destinataire_id
    left join utilisateur par on par.id = v.decide_par_id
    cross join lateral (
      select min(du)::text as du, max(au)::text as au, coalesce(json_agg(json_build_object('origine', origine, 'code', code,
        'libelle', libelle, 'montant', montant) order by rang, code, libelle), '[]') as lignes
      from (
        select origine, code, libelle, sum(montant)::bigint as montant, min(jour) as du, max(jour) as au,
          case origine when 'taxe' then case when code is null then 1 else 0 end when 'valeurs' then 2
            when 'avance' then 3 when 'à classer' then 4 when 'écart' then 5 else 6 end as rang
        from (
          select origine, code, libelle, montant, jour from versement_ligne
          where entite_id = v.entite_id and versement_id = v.id and not a_la_reception
          union all
          select 'écart', null, null, v.montant - v.emporte, null) ligne
        group by origine, code, libelle having sum(montant) <> 0) par_ligne) l
    where v.id = ${id} for update of v`.execute(trx);
  return rows[0];
}

/** A régie, locked while its paper is issued. */
interface RegieLue extends Pick<ContenuSituation, 'entite' | 'regie' | 'regisseur' | 'comptable'> {
  /** Holders of tills of that day or before that are not counted. */
  ouvertes: string[];
}

/** Undefined if the régie is out of scope. */
export async function readRegie(
  trx: OpenTransaction,
  scope: Scope,
  id: number,
  jour: string,
): Promise<RegieLue | undefined> {
  const { rows } = await sql<RegieLue>`
    select ${ENTITE}, ${name('reg', sql`debut_du_jour(${jour}::date + 1)`)} as regisseur, case when cpt.id is not null then ${name('cpt', sql`debut_du_jour(${jour}::date + 1)`)} end as comptable,
      array(
        select ${name('tit', sql`debut_du_jour(${jour}::date + 1)`)} from session_caisse s join utilisateur tit on tit.id = s.titulaire_id
        where s.entite_id = rg.entite_id and s.regie_id = rg.id and s.jour <= ${jour}::date and s.fermee_le is null
        order by tit.nom, tit.prenom, tit.id) as ouvertes
    from regie rg
    join entite ent on ent.id = rg.entite_id
    join utilisateur reg on reg.id = rg.regisseur_id
    left join utilisateur cpt on cpt.id = rg.comptable_id
    where rg.id = ${id} and ${entiteCondition(scope, sql.ref('rg.entite_id'))} for no key update of rg`.execute(
    trx,
  );
  return rows[0];
}

/**
 * Cheques received by that day and neither confirmed nor refused yet. A cheque is in no till: it belongs to the régie
 * where its receiver last kept a till, or to the only régie.
 */
const CHEQUES = (entiteId: number, regie: number, jour: string) => sql`
  select t.bureau_accepteur_id as utilisateur_id, jour_local(t.created_at) as jour, coalesce('e' || t.encaissement_id, 't' || t.id) as cle,
    t.id, t.no_transaction, t.encaissement_id, t.montant
  from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'chèque'
  where t.entite_id = ${entiteId} and t.montant > 0 and t.bureau_accepteur_id is not null
    and t.created_at < debut_du_jour(${jour}::date + 1)
    and case t.statut when 'Confirmé' then t.date_transaction >= debut_du_jour(${jour}::date + 1)
      when 'Failed' then t.updated_at >= debut_du_jour(${jour}::date + 1) else true end
    and coalesce(
      (select s.regie_id from session_caisse s where s.entite_id = t.entite_id and s.titulaire_id = t.bureau_accepteur_id
        and s.jour <= jour_local(t.created_at) order by s.jour desc, s.id desc limit 1),
      (select min(r.id) from regie r where r.entite_id = t.entite_id having count(*) = 1)) = ${regie}`;

/** What each person holds of a régie at the end of a day; persons who hold nothing are left out. */
export async function readLignes(
  queries: Queries,
  entiteId: number,
  regie: number,
  jour: string,
): Promise<LigneSituation[]> {
  const { rows } = await sql<LigneSituation>`
    with fin as (select debut_du_jour(${jour}::date + 1) as le),
    especes as (
      select utilisateur_id, sum(montant)::bigint as montant from mouvement_caisse, fin
      where entite_id = ${entiteId} and regie_id = ${regie} and mouvement_caisse.le < fin.le group by 1),
    envoi as (
      select declarant_id as utilisateur_id, sum(emporte)::bigint as montant from versement, fin
      where entite_id = ${entiteId} and regie_id = ${regie} and created_at < fin.le and coalesce(decide_le, 'infinity') >= fin.le
      group by 1),
    manque as (
      select titulaire_id as utilisateur_id, sum(montant)::bigint as montant from ecart, fin
      where entite_id = ${entiteId} and regie_id = ${regie} and created_at < fin.le and coalesce(regle_le, 'infinity') >= fin.le
      group by 1),
    cheque as (
      select utilisateur_id, count(distinct cle)::int as nombre, sum(montant)::bigint as montant
      from (${CHEQUES(entiteId, regie, jour)}) c group by 1)
    select ${name('u', sql`debut_du_jour(${jour}::date + 1)`)} as titulaire, coalesce(e.montant, 0) as especes, coalesce(v.montant, 0) as "enRoute",
      coalesce(m.montant, 0) as ecarts, coalesce(c.nombre, 0) as cheques, coalesce(c.montant, 0) as "montantCheques"
    from utilisateur u
    left join especes e on e.utilisateur_id = u.id
    left join envoi v on v.utilisateur_id = u.id
    left join manque m on m.utilisateur_id = u.id
    left join cheque c on c.utilisateur_id = u.id
    where coalesce(e.montant, 0) <> 0 or v.montant is not null or coalesce(m.montant, 0) <> 0 or c.nombre is not null
    order by u.nom, u.prenom, u.id`.execute(queries);
  return rows;
}

/** The cheques one by one. A cheque that paid several transactions is listed once. */
export async function readCheques(
  queries: Queries,
  entiteId: number,
  regie: number,
  jour: string,
): Promise<ChequeDetenu[]> {
  const { rows } = await sql<ChequeDetenu>`
    select min(c.jour)::text as jour, ${name('u', sql`debut_du_jour(${jour}::date + 1)`)} as titulaire, x.cheque_banque as banque,
      coalesce(x.cheque_numero, min(c.no_transaction)) as numero, x.cheque_tireur as tireur, sum(c.montant)::bigint as montant
    from (${CHEQUES(entiteId, regie, jour)}) c
    join utilisateur u on u.id = c.utilisateur_id
    left join encaissement x on x.entite_id = ${entiteId} and x.id = c.encaissement_id
    group by c.cle, u.id, x.entite_id, x.id order by min(c.jour), min(c.id)`.execute(queries);
  return rows;
}

/** Tickets at the end of a day: those of agents, and the régie's remaining stock. */
export async function readValeurs(
  queries: Queries,
  entiteId: number,
  regie: number,
  jour: string,
): Promise<ValeursDetenues[]> {
  const { rows } = await sql<ValeursDetenues>`
    with flux as (
      select agent_id, categorie_id, sum(case sens when 'reçu' then nombre else -nombre end)::bigint as nombre
      from flux_valeur where entite_id = ${entiteId} and regie_id = ${regie} and jour <= ${jour}::date group by 1, 2
    ), tenue as (
      select agent_id, categorie_id, nombre from flux where agent_id is not null
      union all
      select null, categorie_id, sum(case when agent_id is null then nombre else -nombre end)::bigint from flux group by categorie_id
    )
    select case when u.id is not null then ${name('u', sql`debut_du_jour(${jour}::date + 1)`)} end as detenteur, c.nom as categorie, t.nombre, c.valeur
    from tenue t
    join categorie_valeur c on c.entite_id = ${entiteId} and c.id = t.categorie_id
    left join utilisateur u on u.id = t.agent_id
    where t.nombre <> 0 order by c.nom, c.id, u.nom nulls first, u.prenom, u.id`.execute(queries);
  return rows;
}
