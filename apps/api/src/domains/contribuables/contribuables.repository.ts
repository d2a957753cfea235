/** Taxpayers as lists read them, with their dues and payments of a fiscal year or of a period. */
import {
  contribuableList,
  type ContribuableQuery,
  type ContribuableRow,
  contribuableRowSchema,
  type ContribuableTotals,
  type FilterRow,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { FactCondition } from '#src/platform/access/facts.repository.ts';
import { entiteCondition, placeCondition, type Scope, scopeOf } from '#src/platform/access/person.ts';
import { placeConditions, subtreesOf } from '#src/platform/access/place.ts';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import { instant, named, type RowFields } from '#src/platform/listing/row.ts';
import { inMaille } from '#src/platform/listing/maille.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { refusesZero } from '#src/platform/listing/condition.ts';
import {
  columnOf,
  impliesFound,
  type ListColumn,
  type ListRows,
  type ListSource,
  type SqlColumn,
  sqlColumns,
} from '#src/platform/listing/listing.ts';
import { isOfSought } from './recherche/recherche.repository.ts';
import { retain } from './saisie/saisie.repository.ts';
import { isTaxpayer } from './systeme/systeme.repository.ts';

/** The person's collectivités have a taxpayer. */
export const hasContribuables: FactCondition = (person) =>
  sql<boolean>`exists (select from contribuable c where not c.systeme and ${entiteCondition(scopeOf(person), sql.ref('c.entite_id'))})`;

const own = (column: string): RawBuilder<unknown> => sql.ref(`contrib.${column}`);

type Field = keyof typeof contribuableList.fields;
type Amount = Extract<Field, 'contrib.prevu' | 'contrib.paye' | 'contrib.restant'>;

/** SQL of each column except the amounts, and the join that it needs. */
const COLUMNS: Record<Exclude<Field, Amount>, SqlColumn> = {
  'contrib.createdAt': { sql: own('created_at') },
  'contrib.numKlis': { sql: own('num_klis'), search: sql.ref('contrib.recherche') },
  'contrib.fullName': {
    sql: own('nom_complet'),
    search: sql.ref('contrib.recherche'),
    searched: sql.ref('contrib.nom_cherche'),
  },
  'contrib.nom': { sql: own('nom'), search: sql.ref('contrib.recherche') },
  'contrib.prenom': { sql: own('prenom'), search: sql.ref('contrib.recherche') },
  'contrib.raisonSociale': {
    sql: own('raison_sociale'),
    search: sql.ref('contrib.recherche'),
    nullable: true,
  },
  'contrib.telephone': { sql: own('telephone'), search: sql.ref('contrib.recherche'), nullable: true },
  'contrib.adresse': { sql: own('adresse'), nullable: true },
  'contrib.type': { sql: own('type') },
  'contrib.statut': { sql: own('statut') },
  'contrib.nif': { sql: own('nif'), nullable: true },
  'contrib.numeroPieceIdentite': { sql: own('numero_piece_identite'), nullable: true },
  'contrib.nbreBetail': { sql: own('nbre_betail'), nullable: true },
  'contrib.enabled': { sql: own('enabled') },
  'contrib.correctedAt': { sql: own('corrected_at'), nullable: true },
  'contrib.validatedAt': { sql: own('validated_at'), nullable: true },
  'contrib.updatedAt': { sql: own('updated_at') },
  'ent.id': { sql: own('entite_id') },
  'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
  'ram.id': { sql: own('ramification_id') },
  'ram.nom': RAM_NOM,
  'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
  'p.nom': { sql: sql.ref('p.nom'), join: 'p', nullable: true },
  'user.id': { sql: own('created_by_id') },
  'user.username': { sql: sql.ref('user.username'), join: 'user' },
};

const columnsWith = (
  amounts: Record<Amount, SqlColumn>,
  others: Record<string, SqlColumn> = {},
): Record<string, ListColumn> =>
  sqlColumns(
    contribuableList.fields,
    { ...COLUMNS, ...amounts },
    { 'contrib.id': { sql: own('id') }, ...others },
  );

/** Characters that HTML reserves and their escapes. The ampersand comes first, since the other escapes contain it. */
const ESCAPED = { '&': '&#38;', '<': '&#60;', '>': '&#62;', '"': '&#34;', "'": '&#39;' };
const escapedHtml = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  Object.entries(ESCAPED).reduce(
    (escaped, [sign, written]) => sql`replace(${escaped}, ${sql.lit(sign)}, ${sql.lit(written)})`,
    text,
  );

/** Labels of what is taxed, as text and as HTML. */
const BASES = sql`cross join lateral (
  select coalesce(array_agg(nom order by id), '{}') as noms,
    coalesce(string_agg(${escapedHtml(sql.ref('nom'))}, '<br>' order by id), '') as html
  from (
    select l.id, coalesce(na.nom, teq.nom) || coalesce(' ' || nullif(l.variation, ''), '')
        || coalesce(' (' || quantite_texte(l.quantite, coalesce(na.unite, teq.unite)) || ')', '') as nom
    from enrollement l
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join type_equipement teq on teq.id = q.type_equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where l.entite_id = contrib.entite_id and l.contribuable_id = contrib.id and l.closed_at is null) as ligne) as base`;

/** @param prevu francs due @param paye francs paid */
const rowOf = (prevu: RawBuilder<unknown>, paye: RawBuilder<unknown>): RowFields<ContribuableRow> => ({
  id: own('id'),
  numKlis: own('num_klis'),
  nom: own('nom'),
  prenom: own('prenom'),
  fullName: own('nom_complet'),
  raisonSociale: own('raison_sociale'),
  nif: own('nif'),
  type: own('type'),
  telephone: own('telephone'),
  adresse: own('adresse'),
  photo: own('photo'),
  statut: own('statut'),
  enabled: own('enabled'),
  nbreBetail: own('nbre_betail'),
  latitude: own('latitude'),
  longitude: own('longitude'),
  ramification: named('ramification', 'contrib.ramification_id'),
  bases: sql.ref('base.noms'),
  baseTaxables: sql.ref('base.html'),
  situation: { total: prevu, payer: paye, restant: sql`${prevu} - ${paye}` },
  createdAt: instant('contrib.created_at'),
  createdBy: named('agent', 'contrib.created_by_id'),
  correctedAt: instant('contrib.corrected_at'),
  correctedBy: named('agent', 'contrib.corrected_by_id'),
  validatedAt: instant('contrib.validated_at'),
  validatedBy: named('agent', 'contrib.validated_by_id'),
  updatedAt: instant('contrib.updated_at'),
  version: own('version'),
});

const JOINS: ListRows['joins'] = {
  ram: { sql: sql`join ramification as ram on ram.id = contrib.ramification_id` },
  p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
  ent: { sql: sql`join entite as ent on ent.id = contrib.entite_id` },
  user: { sql: sql`join utilisateur as "user" on "user".id = contrib.created_by_id` },
  base: { sql: BASES },
  ...RANGS,
};

const BASE = {
  alias: 'contrib',
  otherAliases: {
    contribuable: 'contrib',
    entite: 'ent',
    ramification: 'ram',
    parent: 'p',
    createdBy: 'user',
  },
  key: sql.ref('contrib.id'),
  finds: (typed: string) => isOfSought(sql.ref('contrib.id'), typed),
  order: { column: 'contrib.createdAt', direction: 'asc' },
  pageSize: 50,
} as const;

const prevu = sql`coalesce(tc.prevu, 0)`;
const paye = sql`coalesce(tc.paye, 0)`;
const COLUMNS_OF_YEAR = columnsWith({
  'contrib.prevu': { sql: prevu, found: sql.ref('tc.prevu'), join: 'tc' },
  'contrib.paye': { sql: paye, found: sql.ref('tc.paye'), join: 'tc' },
  'contrib.restant': { sql: sql`(${prevu} - ${paye})`, found: sql`(tc.prevu - tc.paye)`, join: 'tc' },
});

const ROW_OF_YEAR = rowOf(prevu, paye);

/** Taxpayers with the dues of a fiscal year and the payments towards it. */
export function contribuableSource(annee: number): ListSource<ContribuableRow> {
  return {
    ...BASE,
    from: sql`contribuable as contrib`,
    joins: {
      ...JOINS,
      tc: {
        sql: sql`left join total_contribuable as tc on tc.entite_id = contrib.entite_id and tc.contribuable_id = contrib.id and tc.annee = ${annee}`,
      },
    },
    columns: COLUMNS_OF_YEAR,
    schema: contribuableRowSchema,
    row: ROW_OF_YEAR,
    rowJoins: ['base', 'tc'],
  };
}

/** Columns of the yearly total, under the names of the list's own columns. */
const COLUMNS_OF_TOTAL = columnsWith({
  'contrib.prevu': { sql: own('prevu') },
  'contrib.paye': { sql: own('paye') },
  'contrib.restant': { sql: sql`(contrib.prevu - contrib.paye)` },
});
const READ_OF_TOTAL = new Set([
  'contrib.statut',
  'contrib.prevu',
  'contrib.paye',
  'contrib.restant',
  'ent.id',
]);

/**
 * The same list read from the yearly total alone, to count and sum faster. Returns undefined unless a filter implies a
 * row in the total and every filter can be read there (ADR 0055).
 */
export function totalSource(
  annee: number,
  scope: Scope,
  query: ContribuableQuery,
  filters: readonly FilterRow[],
): ListRows | undefined {
  const elsewhere =
    scope.kind === 'ramifications' || subtreesOf(query).length > 0 || query.from || query.to || query.maille;
  if (elsewhere || filters.some(({ connector }) => connector === 'or')) return undefined;
  const onTotal = filters.map((row) => ({
    row,
    column: columnOf({ ...BASE, columns: COLUMNS_OF_YEAR }, row.column),
  }));
  if (!onTotal.every(({ column: [name] }) => READ_OF_TOTAL.has(name))) return undefined;
  if (!onTotal.some(({ row, column: [, column] }) => impliesFound(row, column))) return undefined;
  return {
    ...BASE,
    from: sql`(select entite_id, contribuable_id as id, betail, statut, prevu, paye from total_contribuable
      where annee = ${annee}) as contrib`,
    joins: {},
    columns: COLUMNS_OF_TOTAL,
  };
}

const COLUMNS_OF_MOVES = columnsWith(
  {
    'contrib.prevu': { sql: sql.ref('tc.prevu') },
    'contrib.paye': { sql: sql.ref('tc.paye') },
    'contrib.restant': { sql: sql`(tc.prevu - tc.paye)` },
  },
  {
    'contrib.payeExercice': { sql: sql.ref('tc.paye_exercice') },
    'contrib.payeAutres': { sql: sql`(tc.paye - tc.paye_exercice)` },
  },
);
const ROW_OF_MOVES = {
  ...rowOf(sql.ref('tc.prevu'), sql.ref('tc.paye')),
  payeExercice: sql.ref('tc.paye_exercice'),
};
/**
 * Sums of the list by encaissement: those of every taxpayer list, and the receipts split by the years that they paid.
 */
export const MOUVEMENTS = {
  columns: {
    ...contribuableList.columns,
    payeExercice: { kind: 'amount', filter: { field: 'contrib.payeExercice' } },
    payeAutres: { kind: 'amount', filter: { field: 'contrib.payeAutres' } },
  },
} as const;

/** Whether the filters leave out everybody who paid nothing: then payments alone tell who is listed. */
export const leavesOutNonPayers = (filters: readonly FilterRow[]): boolean =>
  !filters.some(({ connector }) => connector === 'or') &&
  filters.some(
    (row) =>
      columnOf({ ...BASE, columns: COLUMNS_OF_MOVES }, row.column)[0] === 'contrib.paye' && refusesZero(row),
  );

/** What of the period and the place a figure by encaissement is made of, as conditions on its rows. */
function movesOf(scope: Scope, query: ContribuableQuery) {
  const conditionsOn = (alias: string, livestock: string): RawBuilder<boolean> => {
    const conditions = placeConditions(
      scope,
      query,
      sql.ref(`${alias}.entite_id`),
      sql.ref(`${alias}.ramification_id`),
    );
    if (query.betail !== undefined)
      conditions.push(sql`${sql.ref(`${livestock}.betail`)} = ${query.betail === '1'}`);
    return sql`${sql.join(conditions, sql` and `)}`;
  };
  return {
    /** On an échéance `d` of the taxpayer `contrib`. */
    due: sql`${query.from ? sql`d.exigible_le >= ${query.from}::date` : sql`true`}
      and ${query.to ? sql`d.exigible_le <= ${query.to}::date` : sql`true`} and ${conditionsOn('d', 'contrib')}`,
    /** On a transaction `t`. */
    received: sql`t.statut = 'Confirmé' and not t.a_classer
      and ${query.from ? sql`t.date_transaction >= debut_du_jour(${query.from}::date)` : sql`true`}
      and ${query.to ? sql`t.date_transaction < debut_du_jour(${query.to}::date + 1)` : sql`true`}
      and ${conditionsOn('t', 't')}`,
  };
}
const IMPUTATIONS = sql`join imputation i on i.entite_id = t.entite_id and i.transaction_id = t.id`;

/** What each taxpayer paid, and what fell due for each: grouped by taxpayer. */
const paidBy = (received: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.entite_id, t.contribuable_id, sum(t.montant)::bigint as paye from transaction t where ${received} group by 1, 2`;
const dueOf = (due: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.entite_id, d.contribuable_id, sum(d.montant)::bigint as prevu
  from echeance d join contribuable contrib on contrib.entite_id = d.entite_id and contrib.id = d.contribuable_id
  where ${due} group by 1, 2`;

/**
 * Taxpayers who owed or paid something in a period, with what fell due and was received then, at their place of that
 * time.
 * @param annee fiscal year whose share of the receipts is shown apart
 * @param payersOnly whether those who paid nothing are left out
 */
export function mouvementSource(
  scope: Scope,
  query: ContribuableQuery,
  annee: number,
  payersOnly = false,
): ListSource<ContribuableRow> {
  const { due, received } = movesOf(scope, query);
  const ofEach = movesOfEach(scope, query, annee);
  // each part is grouped by its key: the planner leaves out those of which nothing is read
  const ofAll = sql`(
      select entite_id, contribuable_id, coalesce(d.prevu, 0) as prevu, coalesce(p.paye, 0) as paye,
        coalesce(x.paye, 0) as paye_exercice
      from (${paidBy(received)}) p
      ${sql.raw(payersOnly ? 'left join' : 'full join')} (${dueOf(due)}) d using (entite_id, contribuable_id)
      left join (
        select t.entite_id, t.contribuable_id, sum(i.montant)::bigint as paye from transaction t ${IMPUTATIONS}
        where ${received} and i.annee = ${annee} group by 1, 2
      ) x using (entite_id, contribuable_id)
    ) as tc join contribuable as contrib on contrib.entite_id = tc.entite_id and contrib.id = tc.contribuable_id`;
  return {
    ...BASE,
    // words find few
    from: query.q === undefined ? ofAll : ofEach,
    fromKeys: () => ofEach,
    joins: JOINS,
    columns: COLUMNS_OF_MOVES,
    schema: contribuableRowSchema,
    row: ROW_OF_MOVES,
    rowJoins: ['base'],
  };
}

/** That a row of the given alias is of the taxpayer `contrib`. */
const its = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.entite_id`)} = contrib.entite_id and ${sql.ref(`${alias}.contribuable_id`)} = contrib.id`;

/**
 * The same figures worked out taxpayer by taxpayer, also of those who have none: for few of them. Each figure is a join that
 * keeps every row: it is worked out once, and the planner leaves out those of which nothing is read.
 */
function movesOfEach(scope: Scope, query: ContribuableQuery, annee: number): RawBuilder<unknown> {
  const { due, received } = movesOf(scope, query);
  return sql`contribuable as contrib cross join lateral (
    select d.prevu, p.paye, x.paye_exercice
    from (select) one
    left join (
      select coalesce(sum(d.montant), 0)::bigint as prevu from echeance d where ${its('d')} and ${due}) d on true
    left join (
      select coalesce(sum(t.montant), 0)::bigint as paye from transaction t where ${its('t')} and ${received}) p on true
    left join (
      select coalesce(sum(i.montant), 0)::bigint as paye_exercice from transaction t ${IMPUTATIONS}
      where ${its('t')} and ${received} and i.annee = ${annee}) x on true
  ) as tc`;
}

/** A list of payers as it is read along the taxpayers of its collectivités, by one process, until a page is full. */
export const walkedPayers = (
  source: ListSource<ContribuableRow>,
  scope: Scope,
  query: ContribuableQuery,
  annee: number,
  conditions: readonly RawBuilder<boolean>[],
): { source: ListSource<ContribuableRow>; conditions: RawBuilder<boolean>[] } => ({
  source: { ...source, from: movesOfEach(scope, query, annee) },
  conditions: [
    ...conditions,
    ...placeConditions(scope, { entite: query.entite }, own('entite_id'), own('ramification_id')),
    sql`sans_parallele()`,
  ],
});

/**
 * Those who paid something in a period: their number, what they paid and what fell due for them.
 * @returns `annule`, of the receipts towards the year, is what those paid whose payments and refunds are equal
 */
export async function sumPayers(
  queries: Queries,
  scope: Scope,
  query: ContribuableQuery,
  annee: number,
): Promise<Pick<ContribuableTotals, 'total_records' | 'prevu' | 'paye'> & { annule: number }> {
  const { due, received } = movesOf(scope, query);
  const { rows } = await sql<Awaited<ReturnType<typeof sumPayers>>>`
    with p as materialized (${paidBy(received)})
    select count(*) filter (where p.paye <> 0) as total_records, coalesce(sum(p.paye), 0)::bigint as paye,
      coalesce(sum(d.prevu) filter (where p.paye <> 0), 0)::bigint as prevu,
      (select coalesce(sum(i.montant), 0)::bigint
        from p join transaction t on t.entite_id = p.entite_id and t.contribuable_id = p.contribuable_id ${IMPUTATIONS}
        where p.paye = 0 and ${received} and i.annee = ${annee}) as annule
    from p left join (${dueOf(due)}) d using (entite_id, contribuable_id)`.execute(queries);
  return rows[0]!;
}

/**
 * Scope and the list's own parameters, as conditions on the taxpayer.
 * @param standing alias that holds statut and livestock: `tc` reads them from the total, so that its index is used
 */
export function contribuableConditions(
  scope: Scope,
  query: ContribuableQuery,
  standing: 'contrib' | 'tc' = 'contrib',
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (query.base === 'enrolement') {
    conditions.push(
      ...placeConditions(scope, query, own('entite_id'), own('ramification_id')),
      isTaxpayer(own('id')),
    );
    if (query.from) conditions.push(sql`contrib.created_at >= debut_du_jour(${query.from}::date)`);
    if (query.to) conditions.push(sql`contrib.created_at < debut_du_jour(${query.to}::date + 1)`);
    if (query.betail !== undefined)
      conditions.push(sql`${sql.ref(`${standing}.betail`)} = ${query.betail === '1'}`);
  }
  if (query.base === 'encaissement' && query.q !== undefined) {
    const { due, received } = movesOf(scope, query);
    conditions.push(
      entiteCondition(scope, own('entite_id')),
      sql`(exists (select from transaction t where ${its('t')} and ${received})
        or exists (select from echeance d where ${its('d')} and ${due}))`,
    );
  }
  if (query.statut) conditions.push(sql`${sql.ref(`${standing}.statut`)} = ${query.statut}`);
  if (query.maille) conditions.push(inMaille(query.maille, own('latitude'), own('longitude')));
  return conditions;
}

/** The given taxpayers that a person may see, with their collectivités. */
export async function placesOf(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; entite: number; systeme: boolean }[]> {
  return queries
    .selectFrom('contribuable')
    .select(['id', 'entite_id as entite', 'systeme'])
    .where('id', '=', anyOf(ids))
    .where((eb) => placeCondition(scope, eb.ref('entite_id'), eb.ref('ramification_id')))
    .execute();
}

/** Deletes a taxpayer and the rows that depend on it alone. Any payment, of whatever statut, prevents it. */
export async function deleteContribuable(trx: OpenTransaction, entiteId: number, id: number): Promise<void> {
  await retain(trx, entiteId, id);
  await trx
    .deleteFrom('echeance')
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', id)
    .execute();
  await trx.deleteFrom('contribuable').where('entite_id', '=', entiteId).where('id', '=', id).execute();
}
