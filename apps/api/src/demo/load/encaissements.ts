/**
 * Encaissements of the demonstration: by one payer for several taxpayers, with a cancelled line, and cheques received,
 * pending or bounced.
 */
import type pg from 'pg';

const LANDLORD = { nom: 'Elhadji Moussa Garba', telephone: '96 11 22 33' };
/** The payer of today; one of the lines is cancelled soon after. */
const CHIEF = { nom: 'Hajia Aïssata Oumarou', telephone: '93 44 55 66' };
const MOTIF = 'Payé deux fois, rendu aussitôt';
/** Taxpayers that one payer pays for, at most. */
const TENANTS = 5;

/** Days with such an encaissement: one already counted and handed over, and today. */
const BEFORE = 't.jour < $2::date';
const TODAY = 't.jour = $2::date';

/** The payments of several taxpayers that one agent took in cash on one day, as one payer's. @param days which days */
const payerSql = (days: string): string => `
  with jour as (
    select t.bureau_accepteur_id as agent, t.jour, t.moyen_paiement_id as moyen
    from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
    where t.entite_id = $1 and ${days} and t.statut = 'Confirmé' and t.montant > 0 and t.bureau_accepteur_id is not null
    group by 1, 2, 3 having count(distinct t.contribuable_id) > 1
    order by least(count(distinct t.contribuable_id), ${TENANTS}) desc, 2 desc, 1 limit 1),
  locataire as (
    select distinct on (t.contribuable_id) t.id, t.montant, t.date_transaction, t.session_caisse_id, jour.agent, jour.moyen
    from jour join transaction t on t.entite_id = $1 and t.bureau_accepteur_id = jour.agent and t.jour = jour.jour
      and t.moyen_paiement_id = jour.moyen and t.statut = 'Confirmé' and t.montant > 0
    order by t.contribuable_id, t.id limit ${TENANTS}),
  remis as (
    insert into encaissement (entite_id, payeur_nom, payeur_telephone, montant, moyen_paiement_id, session_caisse_id, created_by_id,
      created_at)
    select $1, $3, $4, sum(montant), moyen, max(session_caisse_id), agent, min(date_transaction)
    from locataire group by moyen, agent returning id, created_at)
  update transaction t set encaissement_id = remis.id, date_transaction = remis.created_at
  from remis, locataire where t.entite_id = $1 and t.id = locataire.id`;

/** Cancels the last line of today's encaissement; none of it has been cancelled yet. */
const CANCELLED_SQL = `
  with ligne as (
    select t.* from transaction t join encaissement e on e.entite_id = t.entite_id and e.id = t.encaissement_id
    where t.entite_id = $1 and t.jour = $2::date and e.payeur_nom = $3 and t.statut = 'Confirmé'
      and not exists (select from transaction r where r.entite_id = $1 and r.contribuable_id = t.contribuable_id and r.montant < 0)
    order by t.id desc limit 1),
  extourne as (
    insert into transaction (entite_id, contribuable_id, ramification_id, betail, no_transaction, montant, statut, moyen_paiement_id,
      bureau_accepteur_id, motif, extourne_de_id, date_transaction, date_requete)
    select entite_id, contribuable_id, ramification_id, betail, no_transaction || ' (extourne)', -montant, 'Confirmé',
      moyen_paiement_id, bureau_accepteur_id, $4, id, least(date_transaction + interval '6 minutes', now()), now() from ligne
    returning id, extourne_de_id)
  insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant, avance)
  select i.entite_id, extourne.id, i.contribuable_id, i.annee, i.echeance_id, -i.montant, i.avance
  from extourne join imputation i on i.entite_id = $1 and i.transaction_id = extourne.extourne_de_id`;

/** The last cheque of a statut, with its bank. */
const CHEQUE_SQL = `
  with cheque as (
    select t.id, t.montant, t.moyen_paiement_id, t.bureau_accepteur_id, t.date_requete, c.nom_complet as nom, c.telephone
    from transaction t
    join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'chèque'
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    where t.entite_id = $1 and t.statut = $2 and t.montant > 0 and t.bureau_accepteur_id is not null
    order by t.date_requete desc, t.id desc limit 1),
  remis as (
    insert into encaissement (entite_id, payeur_nom, payeur_telephone, montant, moyen_paiement_id, cheque_banque, cheque_numero,
      cheque_tireur, created_by_id, created_at)
    select $1, nom, telephone, montant, moyen_paiement_id, $3, $4, nom, bureau_accepteur_id, date_requete from cheque returning id)
  update transaction t set encaissement_id = remis.id from remis, cheque where t.entite_id = $1 and t.id = cheque.id`;

const CHEQUES = [
  ['Confirmé', 'Bank of Africa Niger', '0412875'],
  ['En attente de confirmation', 'Ecobank Niger', '0077316'],
  ['Failed', 'Sonibank', '1200458'],
] as const;

/**
 * Groups some payments of a collectivité into encaissements, and cancels one of today. Without the right to disable
 * triggers it does nothing.
 * @param client connected as the owner, outside a transaction
 */
export async function loadEncaissements(client: pg.ClientBase, entite: number, today: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_parameter_privilege('session_replication_role', 'set') as may",
  );
  if (!rows[0]?.may) return;
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    await client.query(payerSql(BEFORE), [entite, today, LANDLORD.nom, LANDLORD.telephone]);
    await client.query(payerSql(TODAY), [entite, today, CHIEF.nom, CHIEF.telephone]);
    for (const [statut, banque, numero] of CHEQUES)
      await client.query(CHEQUE_SQL, [entite, statut, banque, numero]);
    // a cancellation changes figures, which the triggers compute
    await client.query('set local session_replication_role = origin');
    await client.query(CANCELLED_SQL, [entite, today, CHIEF.nom, MOTIF]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
