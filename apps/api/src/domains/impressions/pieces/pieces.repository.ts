/** Stores, reprints and verifies receipts and notices. */
import type { NaturePiece, Verification } from '@octroi/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';
import type { ContenuAncienAvis, ContenuAvis, ContenuPiece, Subject } from './contenu.ts';

export const SUBJECT = sql`
  json_build_object('id', ent.id, 'nom', ent.nom, 'code', ent.code) as entite,
  json_build_object('id', contrib.id, 'numKlis', contrib.num_klis, 'fullName', contrib.nom_complet,
    'telephone', contrib.telephone, 'adresse', contrib.adresse) as contribuable`;

export const chemin = (ramification: string) => sql`array_prepend(ent.nom, array(
  select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
  where d.descendant_id = ${sql.ref(ramification)} order by d.distance desc)) as chemin`;

/** Locks the taxpayer while its notice is issued; returns whether it is in scope. */
export async function lockContribuable(
  trx: OpenTransaction,
  scope: Scope,
  id: number,
): Promise<{ entiteId: number; systeme: boolean } | undefined> {
  return trx
    .selectFrom('contribuable as c')
    .select(['c.entite_id as entiteId', 'c.systeme'])
    .where('c.id', '=', id)
    .where((eb) => placeCondition(scope, eb.ref('c.entite_id'), eb.ref('c.ramification_id')))
    .forUpdate()
    .executeTakeFirst();
}

/** The subject of a notice and its place. */
export async function readSubject(queries: Queries, entiteId: number, id: number): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select ${SUBJECT}, ${chemin('contrib.ramification_id')}
    from contribuable contrib
    join entite ent on ent.id = contrib.entite_id
    where contrib.entite_id = ${entiteId} and contrib.id = ${id}`.execute(queries);
  return rows[0] as Subject;
}

export interface NewPiece<Contenu = unknown> {
  code: string;
  nature: NaturePiece;
  numero: string;
  /** Whether another piece may have the same number: a device printed a number that it was not allowed to give. */
  horsSerie?: boolean | undefined;
  entiteId: number;
  contribuableId: number;
  transactionId: number | null;
  annee: number;
  jour: string;
  montant: number;
  contenu: Contenu;
  /** Prints made before it was stored, by a device. */
  impressions?: number | undefined;
  /** Code of the notice that it replaces. */
  remplace?: string | undefined;
}

/** Why a piece is no longer in force. */
export interface Fin {
  etat: 'annule' | 'remplace' | 'definitif' | 'rejete';
  /** Since which day. */
  depuis: string;
  motif: string | null;
  /** Number of the piece that replaces it. */
  par: string | null;
}

/** An issued piece, with its present print. */
export interface PrintedPiece {
  code: string;
  numero: string;
  jour: string;
  contenu: ContenuPiece;
  /** Number of prints, this one included. */
  impressions: number;
  /** Why it is no longer in force; null while it is. */
  fin: Fin | null;
}

/** The first event that ended a piece: payment undone, cheque paid or refused, or replacement. */
const FIN = sql<Fin | null>`(
  select json_build_object('etat', etat, 'depuis', depuis::text, 'motif', motif, 'par', par) from (
    select 1 as rang, case when x.avis_rejet is not null then 'rejete' when r.id is null then 'annule' else 'remplace' end as etat, x.jour as depuis, x.motif, r.numero_recu as par
    from transaction x left join transaction r on r.entite_id = x.entite_id and r.remplace_id = x.extourne_de_id
    where x.entite_id = piece.entite_id and x.extourne_de_id = piece.transaction_id
    union all
    select 2, case when r.id is not null then 'remplace' when t.statut = 'Confirmé' then 'definitif' else 'rejete' end,
      case when t.statut = 'Confirmé' then t.jour else jour_local(t.updated_at) end, null, coalesce(r.numero_recu, t.numero_recu)
    from transaction t left join transaction r on r.entite_id = t.entite_id and r.remplace_id = t.id
    where piece.nature = 'provisoire' and t.entite_id = piece.entite_id and t.id = piece.transaction_id
      and t.statut <> 'En attente de confirmation'
    union all
    select 3, 'remplace', s.jour, null, s.numero from piece s where s.remplace = piece.code
  ) fini order by rang limit 1)`;
const printed = (eb: ExpressionBuilder<DB, 'piece'>) =>
  [
    'code',
    'numero',
    'jour',
    eb.ref('contenu').$castTo<PrintedPiece['contenu']>().as('contenu'),
    'impressions',
    FIN.as('fin'),
  ] as const;

/** Counts a print of the receipt of a payment and locks it; undefined if none is issued yet. */
export async function printRecu(
  trx: OpenTransaction,
  nature: 'recu' | 'provisoire',
  { entiteId, id }: { entiteId: number; id: number },
): Promise<PrintedPiece | undefined> {
  return trx
    .updateTable('piece')
    .set((eb) => ({ impressions: eb('impressions', '+', 1) }))
    .where('entite_id', '=', entiteId)
    .where('transaction_id', '=', id)
    .where('nature', '=', nature)
    .returning(printed)
    .executeTakeFirst();
}

type LastAvis = Pick<PrintedPiece, 'code' | 'numero' | 'jour'> & {
  contenu: ContenuAvis | ContenuAncienAvis;
};

/** The notice in force of a taxpayer and year. The caller holds the lock of the taxpayer. */
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
export async function printAvis(trx: OpenTransaction, code: string): Promise<PrintedPiece> {
  return trx
    .updateTable('piece')
    .set((eb) => ({ impressions: eb('impressions', '+', 1) }))
    .where('code', '=', code)
    .returning(printed)
    .executeTakeFirstOrThrow();
}

/** The codes that existing pieces have. */
export async function usedCodes(queries: Queries, codes: readonly string[]): Promise<Set<string>> {
  const rows = await queries.selectFrom('piece').select('code').where('code', 'in', codes).execute();
  return new Set(rows.map(({ code }) => code));
}

/** Inserts a piece, unless it was inserted meanwhile. */
export const insertPiece = (trx: OpenTransaction, piece: NewPiece): Promise<void> =>
  insertPieces(trx, piece.nature === 'provisoire' ? 'provisoire' : 'recu', [piece]);

/** Inserts pieces of one kind. @param nature for pieces of a payment, which has at most one of each kind */
export async function insertPieces(
  trx: OpenTransaction,
  nature: 'recu' | 'provisoire',
  pieces: readonly NewPiece[],
): Promise<void> {
  if (pieces.length === 0) return;
  await trx
    .insertInto('piece')
    .values(
      pieces.map(
        ({
          entiteId,
          contribuableId,
          transactionId,
          contenu,
          remplace = null,
          impressions = 0,
          horsSerie = false,
          ...values
        }) => ({
          ...values,
          impressions,
          hors_serie: horsSerie,
          entite_id: entiteId,
          contribuable_id: contribuableId,
          transaction_id: transactionId,
          contenu: jsonb(contenu),
          remplace,
        }),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['entite_id', 'transaction_id']).where('nature', '=', sql.lit(nature)).doNothing(),
    )
    .execute();
}

/**
 * The next number of a collectivité's notices of a year, `AVIS-NIA-2026-000123`. The counter stays locked until the
 * transaction ends, and a rollback leaves no gap.
 */
export async function nextAvis(trx: OpenTransaction, entiteId: number, annee: number): Promise<string> {
  const { rows } = await sql<{ numero: string }>`
    with compte as (
      insert into compteur (entite_id, serie, annee, valeur) values (${entiteId}, 'avis', ${annee}, 1)
      on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + 1
      returning entite_id, valeur)
    select 'AVIS-' || e.code || '-' || ${annee}::text || '-' ||
      lpad(valeur::text, greatest(6, length(valeur::text)), '0') as numero
    from compte join entite e on e.id = compte.entite_id`.execute(trx);
  return rows[0]?.numero as string;
}

/** Public answer for a code; undefined if no piece has it. */
export async function findVerification(queries: Queries, code: string): Promise<Verification | undefined> {
  const { rows } = await sql<Verification>`
    select nature, numero, jour::text as jour, montant, fin ->> 'depuis' as depuis, fin ->> 'par' as "remplacePar",
      coalesce(fin ->> 'etat', case nature when 'provisoire' then 'provisoire' else 'valable' end) as etat,
      coalesce(contenu -> 'cheque', 'null') <> 'null' as cheque, coalesce(contenu #> '{detail,parts}', '[]') as parts
    from piece cross join lateral (select ${FIN} as fin) ended
    where code = ${code}`.execute(queries);
  return rows[0];
}
