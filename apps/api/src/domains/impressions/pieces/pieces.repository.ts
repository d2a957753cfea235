/** Receipts and notices as they are issued, printed again and checked. */
import type { Verification } from '@octroi/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';
import type { ContenuAncienAvis, ContenuAvis, ContenuPiece, ContenuRecu, Subject } from './contenu.ts';

export interface Payment extends ContenuRecu {
  id: number;
  annee: number;
  jour: string;
  statut: string;
  numeroRecu: string | null;
  extourne: boolean;
}

const SUBJECT = sql`
  json_build_object('id', ent.id, 'nom', ent.nom, 'code', ent.code) as entite,
  json_build_object('id', contrib.id, 'numKlis', contrib.num_klis, 'fullName', contrib.nom_complet,
    'telephone', contrib.telephone, 'adresse', contrib.adresse) as contribuable`;

const chemin = (ramification: string) => sql`array_prepend(ent.nom, array(
  select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
  where d.descendant_id = ${sql.ref(ramification)} order by d.distance desc)) as chemin`;

/** The payment with what its receipt says; undefined where there is none in the scope. */
export async function findPayment(queries: Queries, scope: Scope, id: number): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select t.id, 'recu' as nature, ${SUBJECT}, ${chemin('t.ramification_id')}, t.date_transaction as date, t.montant,
      t.statut, t.numero_recu as "numeroRecu", t.no_transaction as reference, t.jour::text as jour,
      extract(year from t.jour)::int as annee, mp.nom as moyen,
      case when u.id is not null then btrim(u.prenom || ' ' || u.nom) end as agent,
      exists (select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id) as extourne,
      coalesce((select json_agg(json_build_object('annee', annee, 'montant', montant) order by annee) from (
        select i.annee, sum(i.montant)::bigint as montant from imputation i
        where i.entite_id = t.entite_id and i.transaction_id = t.id group by 1) par_annee), '[]') as exercices
    from transaction t
    join contribuable contrib on contrib.entite_id = t.entite_id and contrib.id = t.contribuable_id
    join entite ent on ent.id = t.entite_id
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    where t.id = ${id} and ${placeCondition(scope, sql.ref('t.entite_id'), sql.ref('t.ramification_id'))}`.execute(
    queries,
  );
  return rows[0];
}

/** Holds the taxpayer, so that what the notice says does not change until it is issued; whether it is in the scope. */
export async function lockContribuable(
  queries: Queries,
  scope: Scope,
  id: number,
): Promise<{ entiteId: number } | undefined> {
  return queries
    .selectFrom('contribuable as c')
    .select('c.entite_id as entiteId')
    .where('c.id', '=', id)
    .where((eb) => placeCondition(scope, eb.ref('c.entite_id'), eb.ref('c.ramification_id')))
    .forUpdate()
    .executeTakeFirst();
}

/** Whom a notice is about, and where. */
export async function readSubject(queries: Queries, entiteId: number, id: number): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select ${SUBJECT}, ${chemin('contrib.ramification_id')}
    from contribuable contrib
    join entite ent on ent.id = contrib.entite_id
    where contrib.entite_id = ${entiteId} and contrib.id = ${id}`.execute(queries);
  return rows[0] as Subject;
}

/** What a transaction paid, by year and tax; what is paid in advance comes last. */
export async function readParts(
  queries: Queries,
  entiteId: number,
  transactionId: number,
): Promise<NonNullable<ContenuRecu['detail']>['parts']> {
  const { rows } = await sql<NonNullable<ContenuRecu['detail']>['parts'][number]>`
    select i.annee, t.nom as taxe, sum(i.montant)::bigint as montant
    from imputation i
    left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
    left join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
    where i.entite_id = ${entiteId} and i.transaction_id = ${transactionId}
    group by 1, 2 order by t.nom is null, 1, 2`.execute(queries);
  return rows;
}

export interface NewPiece<Contenu = unknown> {
  code: string;
  nature: 'recu' | 'avis';
  numero: string;
  entiteId: number;
  contribuableId: number;
  transactionId: number | null;
  annee: number;
  jour: string;
  montant: number;
  contenu: Contenu;
  /** Code of the notice in whose place it stands. */
  remplace?: string | undefined;
}

/** A piece as it was issued, printed once more. */
export interface PrintedPiece {
  code: string;
  numero: string;
  jour: string;
  contenu: ContenuPiece;
  /** How often it was printed, this time included. */
  impressions: number;
  /** Day on which its payment was taken back. */
  annuleLe: string | null;
}

/** Day on which the payment of a receipt was taken back. */
const ANNULE_LE = sql<string | null>`(select min(x.jour)::text from transaction x
  where x.entite_id = piece.entite_id and x.extourne_de_id = piece.transaction_id)`;
const printed = (eb: ExpressionBuilder<DB, 'piece'>) =>
  [
    'code',
    'numero',
    'jour',
    eb.ref('contenu').$castTo<PrintedPiece['contenu']>().as('contenu'),
    'impressions',
    ANNULE_LE.as('annuleLe'),
  ] as const;

/** Counts a print of the receipt of a payment, which others wait for; undefined where none was issued yet. */
export async function printRecu(
  queries: Queries,
  entiteId: number,
  transactionId: number,
): Promise<PrintedPiece | undefined> {
  return queries
    .updateTable('piece')
    .set((eb) => ({ impressions: eb('impressions', '+', 1) }))
    .where('entite_id', '=', entiteId)
    .where('transaction_id', '=', transactionId)
    .returning(printed)
    .executeTakeFirst();
}

export type LastAvis = Pick<PrintedPiece, 'code' | 'numero' | 'jour'> & {
  contenu: ContenuAvis | ContenuAncienAvis;
};

/** The notice of a taxpayer and year that is in force; the taxpayer is held meanwhile. */
export async function findLastAvis(
  queries: Queries,
  entiteId: number,
  contribuableId: number,
  annee: number,
): Promise<LastAvis | undefined> {
  return queries
    .selectFrom('piece')
    .select((eb) => [
      'code',
      'numero',
      'jour',
      eb.ref('contenu').$castTo<LastAvis['contenu']>().as('contenu'),
    ])
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', contribuableId)
    .where('annee', '=', annee)
    .where('nature', '=', 'avis')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('piece as s').select('s.code').whereRef('s.remplace', '=', 'piece.code')),
      ),
    )
    .executeTakeFirst();
}

/** Counts a print of a notice. */
export async function printAvis(queries: Queries, code: string): Promise<PrintedPiece> {
  return queries
    .updateTable('piece')
    .set((eb) => ({ impressions: eb('impressions', '+', 1) }))
    .where('code', '=', code)
    .returning(printed)
    .executeTakeFirstOrThrow();
}

/** Issues a piece; one that somebody else has just issued stays. */
export async function insertPiece(queries: Queries, piece: NewPiece): Promise<void> {
  const { entiteId, contribuableId, transactionId, contenu, remplace = null, ...values } = piece;
  await queries
    .insertInto('piece')
    .values({
      ...values,
      entite_id: entiteId,
      contribuable_id: contribuableId,
      transaction_id: transactionId,
      contenu: jsonb(contenu),
      remplace,
    })
    .onConflict((conflict) =>
      conflict.columns(['entite_id', 'transaction_id']).where('nature', '=', sql.lit('recu')).doNothing(),
    )
    .execute();
}

/**
 * The next number of a collectivité's notices of a year, `AVIS-NIA-2026-000123`. The counter is held until the
 * transaction ends; what is rolled back leaves no gap.
 */
export async function nextAvis(queries: Queries, entiteId: number, annee: number): Promise<string> {
  const { rows } = await sql<{ numero: string }>`
    with compte as (
      insert into compteur (entite_id, serie, annee, valeur) values (${entiteId}, 'avis', ${annee}, 1)
      on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + 1
      returning entite_id, valeur)
    select 'AVIS-' || e.code || '-' || ${annee}::text || '-' ||
      lpad(valeur::text, greatest(6, length(valeur::text)), '0') as numero
    from compte join entite e on e.id = compte.entite_id`.execute(queries);
  return rows[0]?.numero as string;
}

/** What anybody is told of a code; undefined where no piece carries it. */
export async function findVerification(queries: Queries, code: string): Promise<Verification | undefined> {
  const { rows } = await sql<Verification>`
    select nature, numero, jour::text as jour, montant, depuis,
      case when depuis is null then 'valable' when nature = 'recu' then 'annule' else 'remplace' end as etat
    from piece
    cross join lateral (select coalesce(${ANNULE_LE},
      (select s.jour::text from piece s where s.remplace = piece.code)) as depuis) fin
    where code = ${code}`.execute(queries);
  return rows[0];
}
