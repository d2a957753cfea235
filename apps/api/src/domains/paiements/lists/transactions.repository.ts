/** Payments as lists read them (specification 2 sections 2.13 and 3). */
import {
  type FilterRow,
  type ImputationQuery,
  type TransactionCells,
  transactionList,
  type TransactionQuery,
  type TransactionRow,
  transactionRowSchema,
  type TransactionTotals,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Receipts, ReceiptTotal } from '#src/domains/pilotage/index.ts';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { filterCondition } from '#src/platform/listing/condition.ts';
import {
  columnOf,
  type ListColumn,
  type ListSource,
  listSqlOf,
  type Narrowed,
  type SqlColumn,
  sqlColumns,
} from '#src/platform/listing/listing.ts';
import { isSoughtPayment } from './recherche.repository.ts';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import { instant, named } from '#src/platform/listing/row.ts';

/** Who paid, for every list that joins the taxpayer as `contrib`. */
export const CONTRIBUABLE_COLUMNS = {
  'contrib.fullName': {
    sql: sql.ref('contrib.nom_complet'),
    searched: sql.ref('contrib.nom_cherche'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
    walked: true,
  },
  'contrib.numKlis': {
    sql: sql.ref('contrib.num_klis'),
    search: sql.ref('contrib.recherche'),
    join: 'contrib',
  },
} as const satisfies Record<string, SqlColumn>;

const KEYS = {
  'trans.id': { sql: sql.ref('trans.id') },
  'contrib.id': { sql: sql.ref('trans.contribuable_id') },
};
const COLUMNS = sqlColumns(
  transactionList.fields,
  {
    'trans.noTransaction': { sql: sql.ref('trans.no_transaction') },
    'trans.dateTransaction': { sql: sql.ref('trans.date_transaction') },
    'trans.dateRequete': { sql: sql.ref('trans.date_requete') },
    'trans.montant': { sql: sql.ref('trans.montant') },
    'trans.statut': { sql: sql.ref('trans.statut') },
    'mp.id': { sql: sql.ref('trans.moyen_paiement_id') },
    'mp.nom': { sql: sql.ref('mp.nom'), join: 'mp' },
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
    // a payment stays with or without livestock as its taxpayer was on its day (ADR 0072)
    'contrib.nbreBetail': {
      sql: sql.ref('contrib.nbre_betail'),
      join: 'contrib',
      nullable: true,
      isNull: sql`not trans.betail`,
    },
    'ent.id': { sql: sql.ref('trans.entite_id') },
    'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    'ram.id': { sql: sql.ref('trans.ramification_id') },
    'ram.nom': RAM_NOM,
    'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
    'p.nom': { sql: sql.ref('p.nom'), join: 'p', nullable: true },
    'user.id': { sql: sql.ref('trans.bureau_accepteur_id'), nullable: true },
    'user.username': { sql: sql.ref('user.username'), join: 'user', nullable: true },
  },
  KEYS,
);

/** Taken back whole, or taking another one back. */
const EXTOURNE = sql`case
    when trans.extourne_de_id is not null then 'extourne'
    else (select case when x.avis_rejet is null then 'extournée' else 'rejetée' end from transaction x
      where x.entite_id = trans.entite_id and x.extourne_de_id = trans.id)
  end`;

/** Transactions under the specification's aliases: trans, mp (method), contrib, ent, ram, p, user (agent). */
export const transactionSource: ListSource<TransactionRow> = {
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
  finds: (typed) => isSoughtPayment(sql.ref('trans.id'), sql.ref('trans.contribuable_id'), typed),
  joins: {
    contrib: {
      sql: sql`join contribuable as contrib on contrib.entite_id = trans.entite_id and contrib.id = trans.contribuable_id`,
    },
    mp: { sql: sql`join moyen_paiement as mp on mp.id = trans.moyen_paiement_id` },
    ram: { sql: sql`join ramification as ram on ram.id = trans.ramification_id` },
    p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
    ent: { sql: sql`join entite as ent on ent.id = trans.entite_id` },
    user: { sql: sql`left join utilisateur as "user" on "user".id = trans.bureau_accepteur_id` },
    ...RANGS,
  },
  columns: COLUMNS,
  order: { column: 'trans.dateTransaction', direction: 'desc' },
  pageSize: 50,
  schema: transactionRowSchema,
  row: {
    id: sql.ref('trans.id'),
    noTransaction: sql.ref('trans.no_transaction'),
    numeroRecu: sql.ref('trans.numero_recu'),
    dateTransaction: instant('trans.date_transaction'),
    dateRequete: instant('trans.date_requete'),
    montant: sql.ref('trans.montant'),
    frais: sql.ref('trans.frais'),
    net: sql`trans.montant - trans.frais`,
    statut: sql.ref('trans.statut'),
    extourne: EXTOURNE,
    origine: sql.ref('trans.origine'),
    annee: sql.ref('trans.annee'),
    motif: sql.ref('trans.motif'),
    moyenPaiement: named('moyenPaiement', 'trans.moyen_paiement_id'),
    contrib: {
      id: sql.ref('contrib.id'),
      numKlis: sql.ref('contrib.num_klis'),
      fullName: sql.ref('contrib.nom_complet'),
      telephone: sql.ref('contrib.telephone'),
    },
    ramification: named('ramification', 'trans.ramification_id'),
    bureauAccepteur: named('agent', 'trans.bureau_accepteur_id'),
    aClasser: sql.ref('trans.a_classer'),
    version: sql.ref('trans.version'),
  },
  rowJoins: ['contrib'],
  inFiles: [
    'dateTransaction',
    'noTransaction',
    'montant',
    'statut',
    'extourne',
    'moyenPaiement',
    'contrib',
    'ramification',
    'bureauAccepteur',
  ] satisfies (keyof TransactionCells)[],
};

/** Scope, place and period, as conditions on the transaction: the place is where the taxpayer was when paying. */
export function transactionConditions(
  scope: Scope,
  query: ImputationQuery,
  confirmedOnly: boolean,
): RawBuilder<boolean>[] {
  const conditions = placeConditions(
    scope,
    query,
    sql.ref('trans.entite_id'),
    sql.ref('trans.ramification_id'),
  );
  if (query.from) conditions.push(sql`trans.date_transaction >= debut_du_jour(${query.from}::date)`);
  if (query.to) conditions.push(sql`trans.date_transaction < debut_du_jour(${query.to}::date + 1)`);
  if (query.betail !== undefined) conditions.push(sql`trans.betail = ${query.betail === '1'}`);
  if (confirmedOnly) conditions.push(sql`trans.statut = 'Confirmé'`);
  return conditions;
}

export const UNCONFIRMED = sql<boolean>`trans.statut <> 'Confirmé'`;

/** Payments of taxpayers, or those that are booked under « Recettes à classer ». */
export function ofKind(aClasser: TransactionQuery['aClasser']): RawBuilder<boolean> {
  if (aClasser === 'ouverts')
    return sql`(trans.a_classer and trans.montant > 0 and trans.statut <> 'Failed' and not exists (
      select from transaction x where x.entite_id = trans.entite_id and x.extourne_de_id = trans.id))`;
  return aClasser === '1' ? sql`trans.a_classer` : sql`not trans.a_classer`;
}

/** Money received alone, as the list opens with it. */
const isReceived = (row: FilterRow): boolean =>
  columnOf(transactionSource, row.column)[0] === 'trans.montant' && row.operator === 'gt' && row.x === '0';

/** Columns that the totals of receipts `t` hold, and the total that holds each; the totals of places hold the others. */
const OF_TOTALS: Record<string, { total?: ReceiptTotal } & Pick<ListColumn, 'sql' | 'isNull'>> = {
  'ent.id': { sql: sql.ref('t.entite_id') },
  'ram.id': { sql: sql.ref('t.ramification_id') },
  'p.id': { sql: sql`(select parent_id from ramification where id = t.ramification_id)` },
  'mp.id': { sql: sql.ref('t.moyen_paiement_id'), total: 'tenu_encaissement' },
  'user.id': {
    sql: sql`nullif(t.agent_id, 0)`,
    isNull: sql`t.agent_id = 0`,
    total: 'tenu_encaissement_agent',
  },
};

/**
 * What of the filters of a list of payments the totals of receipts can tell; undefined where they cannot tell all.
 * @throws FilterError
 */
export function receiptsOf(filters: readonly FilterRow[]):
  | {
      receipts: Receipts;
      /** Whether payments that are not confirmed are asked for too: these are in no total. */
      unconfirmed: boolean;
    }
  | undefined {
  if (filters.some(({ connector }) => connector === 'or')) return undefined;
  const rows = filters.map((row) => ({ row, name: columnOf(transactionSource, row.column)[0] }));
  const [statut, ...more] = rows.filter(({ name }) => name === 'trans.statut').map(({ row }) => row);
  const unconfirmed = statut?.operator === 'is not null';
  if (more.length > 0 || (statut && !unconfirmed && !(statut.operator === 'eq' && statut.x === 'Confirmé')))
    return undefined;
  const others = rows.filter(({ row, name }) => name !== 'trans.statut' && !isReceived(row));
  if (!others.every(({ name }) => Object.hasOwn(OF_TOTALS, name))) return undefined;
  const totals = new Set(others.flatMap(({ name }) => OF_TOTALS[name]?.total ?? []));
  const [total = 'tenu_recette', other] = totals;
  if (other) return undefined;
  const condition = filterCondition(
    others.map(({ row }) => row),
    (column) => {
      const [name, { type, label }] = columnOf(transactionSource, column);
      return { type, label, ...OF_TOTALS[name]! };
    },
  );
  return { receipts: { total, received: filters.some(isReceived), condition }, unconfirmed };
}

/** What was received, what of it was reversed or given back (below 0), and both together. */
export type Argent = Pick<TransactionTotals, 'encaisse' | 'rendu' | 'net'>;

/** The rows of a list of payments, and what became of the money of its place and period. @throws FilterError */
export async function sumTransactions(queries: Queries, narrowed: Narrowed): Promise<TransactionTotals> {
  const listed = narrowed.filters.some(isReceived) ? sql`trans.montant > 0` : sql`true`;
  const { where, from } = listSqlOf(transactionSource, {
    ...narrowed,
    filters: narrowed.filters.filter((row) => !isReceived(row)),
  });
  const sum = (which: RawBuilder<unknown>) =>
    sql`coalesce(sum(trans.montant) filter (where ${which}), 0)::bigint`;
  const { rows } = await sql<TransactionTotals>`
    select count(*) filter (where ${listed}) as total_records, ${sum(listed)} as montant,
      ${sum(sql`trans.statut = 'Confirmé' and trans.montant > 0`)} as encaisse,
      ${sum(sql`trans.statut = 'Confirmé' and trans.montant < 0`)} as rendu,
      ${sum(sql`trans.statut = 'Confirmé'`)} as net
    from ${from} where ${where}`.execute(queries);
  return rows[0] as TransactionTotals;
}

/**
 * What became of the money of chosen payments: what took one of them back is taken off, chosen itself or not.
 * @throws FilterError
 */
export async function sumChosen(queries: Queries, narrowed: Narrowed): Promise<Argent> {
  const { where, from } = listSqlOf(transactionSource, narrowed);
  const { rows } = await sql<Argent>`
    with choisie as materialized (select trans.entite_id, trans.id, trans.montant from ${from} where ${where} and trans.statut = 'Confirmé'),
    argent as (
      select montant from choisie
      union all
      select x.montant from choisie c join transaction x on x.entite_id = c.entite_id and x.extourne_de_id = c.id
      where x.id not in (select id from choisie))
    select coalesce(sum(montant) filter (where montant > 0), 0)::bigint as encaisse,
      coalesce(sum(montant) filter (where montant < 0), 0)::bigint as rendu, coalesce(sum(montant), 0)::bigint as net
    from argent`.execute(queries);
  return rows[0] as Argent;
}
