/** Exonérations as they are listed, granted and withdrawn. */
import {
  type EtatExoneration,
  exonerationList,
  type ExonerationRow,
  exonerationRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { FactCondition } from '#src/platform/access/facts.repository.ts';
import { placeCondition, type Scope, scopeOf } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { RANGS, RAM_NOM } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { agent, taxpayer } from '#src/platform/listing/nested.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { BASE, TAXE } from './exonerees.repository.ts';

const state = (etat: EtatExoneration): RawBuilder<string> => sql`${sql.lit(etat)}`;
const YEAR_NOW = sql`extract(year from aujourdhui())`;
/** A withdrawn one is still in force until the year that it was withdrawn from. */
const ETAT = sql<string>`case
  when exo.fin < exo.du then ${state('Retirée')}
  when exo.du > ${YEAR_NOW} then ${state('À venir')}
  when exo.fin >= ${YEAR_NOW} then ${state('En cours')}
  when exo.fin < exo.au then ${state('Retirée')}
  else ${state('Terminée')} end`;

export const exonerationSource: ListSource<ExonerationRow> = {
  alias: 'exo',
  otherAliases: { contribuable: 'contrib', ramification: 'ram', entite: 'ent' },
  from: sql`exoneration as exo
    join contribuable as contrib on contrib.entite_id = exo.entite_id and contrib.id = exo.contribuable_id`,
  key: sql.ref('exo.id'),
  joins: {
    ram: { sql: sql`join ramification as ram on ram.id = contrib.ramification_id` },
    ent: { sql: sql`join entite as ent on ent.id = exo.entite_id` },
    ...RANGS,
    auteur: { sql: sql`join utilisateur as auteur on auteur.id = exo.created_by_id` },
  },
  columns: sqlColumns(
    exonerationList.fields,
    {
      'exo.du': { sql: sql.ref('exo.du') },
      'exo.fin': { sql: sql.ref('exo.fin') },
      'exo.etat': { sql: ETAT },
      'exo.createdAt': { sql: sql.ref('exo.created_at') },
      'contrib.fullName': { sql: sql.ref('contrib.nom_complet') },
      'contrib.numKlis': { sql: sql.ref('contrib.num_klis') },
      'taxe.id': { sql: sql.ref('exo.taxe_id'), nullable: true },
      'ram.id': { sql: sql.ref('contrib.ramification_id') },
      'ent.id': { sql: sql.ref('exo.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
      'ram.nom': RAM_NOM,
    },
    { 'exo.id': { sql: sql.ref('exo.id') } },
  ),
  order: { column: 'exo.createdAt', direction: 'desc' },
  pageSize: 50,
  schema: exonerationRowSchema,
  row: {
    id: sql.ref('exo.id'),
    contribuable: taxpayer('contrib'),
    ramification: named('ramification', 'contrib.ramification_id'),
    base: BASE,
    taxe: TAXE,
    du: sql.ref('exo.du'),
    au: sql.ref('exo.au'),
    fin: sql.ref('exo.fin'),
    etat: ETAT,
    citation: sql.ref('exo.citation'),
    approbation: sql.ref('exo.approbation_id'),
    createdBy: agent('auteur'),
    createdAt: instant('exo.created_at'),
  },
};

/** Those of taxpayers in the chosen place, within the scope. */
export const exonerationConditions = (scope: Scope, place: PlaceQuery): RawBuilder<boolean>[] =>
  placeConditions(scope, place, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'));

/** The person sees an exonération. */
export const hasExonerationRows: FactCondition = (person) => sql<boolean>`exists (
  select from exoneration exo join contribuable c on c.entite_id = exo.entite_id and c.id = exo.contribuable_id
  where ${placeCondition(scopeOf(person), sql.ref('c.entite_id'), sql.ref('c.ramification_id'))})`;

/** A taxpayer, locked: dues of a place are computed by one transaction at a time. */
export async function lockTaxpayer(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
): Promise<{ nom: string; ramification: number } | undefined> {
  return trx
    .selectFrom('contribuable')
    .select(['nom_complet as nom', 'ramification_id as ramification'])
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
    .then((row) => row && { nom: row.nom ?? '', ramification: row.ramification });
}

export interface Portee {
  entiteId: number;
  contribuable: number;
  enrollement: number | null;
  taxe: number | null;
}

/** Names of the base and the tax concerned; null where all are. Undefined parts are not the taxpayer's. */
export async function readPortee(
  queries: Queries,
  { entiteId, contribuable, enrollement, taxe }: Portee,
): Promise<{ base: string | null; taxe: string | null; ligneConnue: boolean; taxeConnue: boolean }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readPortee>>>`
    select ${BASE} as base, ${TAXE} as taxe,
      exo.enrollement_id is null or exists (select from enrollement l where l.entite_id = exo.entite_id
        and l.id = exo.enrollement_id and l.contribuable_id = ${contribuable} and l.closed_at is null) as "ligneConnue",
      exo.taxe_id is null or exists (
        select from taxe t
        join enrollement l on l.entite_id = t.entite_id and l.contribuable_id = ${contribuable} and l.closed_at is null
        left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
        where t.entite_id = exo.entite_id and t.id = exo.taxe_id and (exo.enrollement_id is null or l.id = exo.enrollement_id)
          and (t.nature_activite_id = l.nature_activite_id or t.type_equipement_id = q.type_equipement_id)) as "taxeConnue"
    from (select ${entiteId}::int as entite_id, ${enrollement}::bigint as enrollement_id, ${taxe}::int as taxe_id) exo`.execute(
    queries,
  );
  return rows[0] as (typeof rows)[0] & object;
}

/** Whether one exonération in force covers all of another. */
export async function isCovered(
  queries: Queries,
  { entiteId, contribuable, enrollement, taxe }: Portee,
  { du, au }: { du: number; au: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from exoneration x where x.entite_id = ${entiteId} and x.contribuable_id = ${contribuable}
      and (x.enrollement_id is null or x.enrollement_id = ${enrollement}::bigint)
      and (x.taxe_id is null or x.taxe_id = ${taxe}::int) and x.du <= ${du} and x.fin >= ${au} limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

export async function insertExoneration(
  trx: OpenTransaction,
  { entiteId, contribuable, enrollement, taxe }: Portee,
  { du, au, citation }: { du: number; au: number; citation: string },
  { approbation, par }: { approbation: number | null; par: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('exoneration')
    .values({
      entite_id: entiteId,
      contribuable_id: contribuable,
      enrollement_id: enrollement,
      taxe_id: taxe,
      du,
      au,
      fin: au,
      citation,
      approbation_id: approbation,
      created_by_id: par,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface StoredExoneration extends Portee {
  id: number;
  du: number;
  au: number;
  fin: number;
  citation: string;
}

export async function readExoneration(queries: Queries, id: number): Promise<StoredExoneration | undefined> {
  return queries
    .selectFrom('exoneration')
    .select([
      'id',
      'entite_id as entiteId',
      'contribuable_id as contribuable',
      'enrollement_id as enrollement',
      'taxe_id as taxe',
      'du',
      'au',
      'fin',
      'citation',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function endExoneration(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredExoneration, 'entiteId' | 'id'>,
  fin: number,
): Promise<void> {
  await trx
    .updateTable('exoneration')
    .set({ fin, updated_at: sql<string>`now()` })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** Years among some in which something was billed to the taxpayer. */
export async function billedYears(
  queries: Queries,
  { entiteId, contribuable }: Pick<Portee, 'entiteId' | 'contribuable'>,
  du: number,
  au: number,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('echeance')
    .select('annee')
    .distinct()
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', contribuable)
    .where('annee', '>=', du)
    .where('annee', '<=', au)
    .orderBy('annee')
    .execute();
  return rows.map(({ annee }) => annee);
}
