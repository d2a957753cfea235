/** Payments as lists read them (specification 2 sections 2.13 and 3). */
import { type TransactionQuery, type TransactionRow, transactionFilterFields } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeAsked } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import {
  type ListColumn,
  type ListSource,
  type Narrowed,
  selectionOf,
} from '#src/platform/listing/listing.ts';

/** Who paid, for every list that joins the taxpayer as `contrib`. */
export const CONTRIBUABLE_COLUMNS: Record<string, Omit<ListColumn, 'type'>> = {
  'contrib.fullName': {
    sql: sql.ref('contrib.nom_complet'),
    searched: sql.ref('contrib.nom_cherche'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
  },
  'contrib.numKlis': {
    sql: sql.ref('contrib.num_klis'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
  },
};

const COLUMNS: Record<string, Omit<ListColumn, 'type'>> = {
  'trans.id': { sql: sql.ref('trans.id') },
  'trans.noTransaction': { sql: sql.ref('trans.no_transaction') },
  'trans.dateTransaction': { sql: sql.ref('trans.date_transaction') },
  'trans.dateRequete': { sql: sql.ref('trans.date_requete') },
  'trans.montant': { sql: sql.ref('trans.montant') },
  'trans.statut': { sql: sql.ref('trans.statut') },
  'mp.id': { sql: sql.ref('trans.moyen_paiement_id') },
  'mp.nom': { sql: sql.ref('mp.nom'), join: 'mp' },
  'contrib.id': { sql: sql.ref('trans.contribuable_id') },
  ...CONTRIBUABLE_COLUMNS,
  'contrib.telephone': {
    sql: sql.ref('contrib.telephone'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
    nullable: true,
  },
  'contrib.raisonSociale': {
    sql: sql.ref('contrib.raison_sociale'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
    nullable: true,
  },
  'contrib.nbreBetail': { sql: sql.ref('contrib.nbre_betail'), join: 'contrib', nullable: true },
  'ent.id': { sql: sql.ref('trans.entite_id') },
  'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
  'ram.id': { sql: sql.ref('trans.ramification_id') },
  'ram.nom': { sql: sql.ref('ram.nom'), join: 'ram' },
  'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
  'p.nom': { sql: sql.ref('p.nom'), join: 'p', nullable: true },
  'user.id': { sql: sql.ref('trans.bureau_accepteur_id'), nullable: true },
  'user.username': { sql: sql.ref('user.username'), join: 'user', nullable: true },
};

/** Transactions under the specification's aliases: trans, mp (method), contrib, ent, ram, p, user (agent). */
export const transactionList: ListSource<TransactionRow> = {
  alias: 'trans',
  otherAliases: {
    transaction: 'trans',
    contribuable: 'contrib',
    moyenPaiement: 'mp',
    entite: 'ent',
    ramification: 'ram',
    parent: 'p',
    bureauAccepteur: 'user',
  },
  from: sql`transaction as trans`,
  key: sql.ref('trans.id'),
  joins: {
    contrib: {
      sql: sql`join contribuable as contrib on contrib.entite_id = trans.entite_id and contrib.id = trans.contribuable_id`,
    },
    mp: { sql: sql`join moyen_paiement as mp on mp.id = trans.moyen_paiement_id` },
    ram: { sql: sql`join ramification as ram on ram.id = trans.ramification_id` },
    p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
    ent: { sql: sql`join entite as ent on ent.id = trans.entite_id` },
    user: { sql: sql`left join utilisateur as "user" on "user".id = trans.bureau_accepteur_id` },
  },
  columns: Object.fromEntries(
    Object.entries(COLUMNS).map(([name, column]) => [
      name,
      {
        ...column,
        type: transactionFilterFields[name]?.type ?? 'integer',
        values: transactionFilterFields[name]?.values,
      },
    ]),
  ),
  order: { column: 'trans.dateTransaction', direction: 'desc' },
  pageSize: 50,
  select: sql`
    trans.id, trans.no_transaction as "noTransaction", trans.numero_recu as "numeroRecu", trans.date_transaction as "dateTransaction",
    trans.date_requete as "dateRequete", trans.montant, trans.frais, trans.montant - trans.frais as net, trans.statut,
    trans.annee, trans.motif, trans.version,
    json_build_object('id', mp.id, 'nom', mp.nom) as "moyenPaiement",
    json_build_object('id', contrib.id, 'numKlis', contrib.num_klis, 'fullName', contrib.nom_complet, 'telephone', contrib.telephone) as contrib,
    json_build_object('id', ram.id, 'nom', ram.nom,
      'parent', case when p.id is not null then json_build_object('id', p.id, 'nom', p.nom) end,
      'entite', json_build_object('id', ent.id, 'nom', ent.nom)) as ramification,
    case when "user".id is not null then json_build_object('id', "user".id, 'username', "user".username,
      'fullName', btrim("user".prenom || ' ' || "user".nom)) end as "bureauAccepteur"`,
  toRow: (raw) => raw as unknown as TransactionRow,
};

/** Scope, place and period, as conditions on the transaction: the place is where the taxpayer was when paying. */
export function transactionConditions(
  scope: Scope,
  query: TransactionQuery,
  confirmedOnly: boolean,
): RawBuilder<boolean>[] {
  const conditions = placeAsked(scope, query, sql.ref('trans.entite_id'), sql.ref('trans.ramification_id'));
  if (query.from) conditions.push(sql`trans.date_transaction >= debut_du_jour(${query.from}::date)`);
  if (query.to) conditions.push(sql`trans.date_transaction < debut_du_jour(${query.to}::date + 1)`);
  if (query.betail !== undefined) conditions.push(sql`trans.betail = ${query.betail === '1'}`);
  if (confirmedOnly) conditions.push(sql`trans.statut = 'Confirmé'`);
  return conditions;
}

/** Number and sum, in francs, of all rows of a narrowed list. */
export async function sumTransactions(
  queries: Queries,
  narrowed: Narrowed,
): Promise<{ total_records: number; montant: number }> {
  const { where, from } = selectionOf(transactionList, narrowed);
  const { rows } = await sql<{ total_records: number; montant: number }>`
    select count(*) as total_records, coalesce(sum(trans.montant), 0)::bigint as montant from ${from} where ${where}`.execute(
    queries,
  );
  return rows[0] as { total_records: number; montant: number };
}
