/** Receipts and notices as they are issued, printed again and checked. */
import type { Verification } from '@octroi/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';

interface Subject {
  entite: { id: number; nom: string; code: string };
  /** Collectivité and sub-entities, from the top. */
  chemin: string[];
  contribuable: {
    id: number;
    numKlis: string;
    fullName: string;
    telephone: string | null;
    adresse: string | null;
  };
}

/** A payment as its receipt tells it. */
export interface ContenuRecu extends Subject {
  nature: 'recu';
  /** Instant of the payment. */
  date: string;
  montant: number;
  moyen: string;
  reference: string;
  agent: string | null;
  /** What it paid, by fiscal year. */
  exercices: { annee: number; montant: number }[];
}

/** What somebody owes for a year, as the notice tells it. */
export interface ContenuAvis extends Subject {
  nature: 'avis';
  annee: number;
  lignes: { base: string; precision: string | null; nombre: number; prix: number; total: number }[];
  prevu: number;
  paye: number;
  /** The last day on which a part of it falls due. */
  echeance: string | null;
  /** The notice in whose place it stands. */
  remplace?: { numero: string; jour: string };
}

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

export async function readDues(
  queries: Queries,
  entiteId: number,
  id: number,
  annee: number,
): Promise<ContenuAvis> {
  const { rows } = await sql<ContenuAvis>`
    select 'avis' as nature, ${SUBJECT}, ${chemin('contrib.ramification_id')}, ${annee}::int as annee,
      coalesce(tc.prevu, 0) as prevu, coalesce(tc.paye, 0) as paye,
      (select max(exigible_le)::text from echeance x
        where x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id and x.annee = ${annee}) as echeance,
      coalesce((select json_agg(ligne order by ligne.base, ligne.precision, ligne.prix) from (
        select coalesce(na.nom, teq.nom) as base, coalesce(x.precision, nullif(l.variation, '')) as precision,
          count(*)::int as nombre, x.montant as prix, sum(x.montant)::bigint as total
        from echeance x
        join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
        left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
        left join type_equipement teq on teq.id = q.type_equipement_id
        left join nature_activite na on na.id = l.nature_activite_id
        where x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id and x.annee = ${annee}
        group by 1, 2, 4) ligne), '[]') as lignes
    from contribuable contrib
    join entite ent on ent.id = contrib.entite_id
    left join total_contribuable tc
      on tc.entite_id = contrib.entite_id and tc.contribuable_id = contrib.id and tc.annee = ${annee}
    where contrib.entite_id = ${entiteId} and contrib.id = ${id}`.execute(queries);
  return rows[0] as ContenuAvis;
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
  contenu: ContenuRecu | ContenuAvis;
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

export type LastAvis = Pick<PrintedPiece, 'code' | 'numero' | 'jour'> & { contenu: ContenuAvis };

/** The notice of a taxpayer and year that is in force; the taxpayer is held meanwhile. */
export async function findLastAvis(
  queries: Queries,
  entiteId: number,
  contribuableId: number,
  annee: number,
): Promise<LastAvis | undefined> {
  return queries
    .selectFrom('piece')
    .select((eb) => ['code', 'numero', 'jour', eb.ref('contenu').$castTo<ContenuAvis>().as('contenu')])
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
