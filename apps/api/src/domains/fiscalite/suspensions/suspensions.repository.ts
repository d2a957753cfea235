/** Suspensions of collection and moratoires as they are listed, stored and ended. */
import {
  type EtatSuspension,
  NATURES_SUSPENSION_WORDS,
  type NatureSuspension,
  type Suspendu,
  type SuspensionBody,
  suspensionList,
  type SuspensionQuery,
  type SuspensionRow,
  suspensionRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, oneOf, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { agent, nested } from '#src/platform/listing/nested.ts';
import { instant } from '#src/platform/listing/row.ts';

const state = (etat: EtatSuspension): RawBuilder<string> => sql`${sql.lit(etat)}`;
const ETAT = sql<string>`case
  when susp.fin < susp.du then ${state('Retirée')}
  when susp.du > aujourdhui() then ${state('À venir')}
  when susp.fin >= aujourdhui() then ${state('En cours')}
  else ${state('Terminée')} end`;

const NATURE = sql<string>`case susp.nature ${sql.join(
  Object.entries(NATURES_SUSPENSION_WORDS).map(
    ([nature, word]) => sql`when ${sql.lit(nature)} then ${sql.lit(word)}`,
  ),
  sql` `,
)} end`;

export const suspensionSource: ListSource<SuspensionRow> = {
  alias: 'susp',
  otherAliases: { entite: 'ent' },
  from: sql`suspension as susp`,
  key: sql.ref('susp.id'),
  joins: {
    ent: { sql: sql`join entite as ent on ent.id = susp.entite_id` },
    tax: { sql: sql`left join taxe as tax on tax.entite_id = susp.entite_id and tax.id = susp.taxe_id` },
    lieu: { sql: sql`left join ramification as lieu on lieu.id = susp.ramification_id` },
    auteur: { sql: sql`join utilisateur as auteur on auteur.id = susp.created_by_id` },
  },
  columns: sqlColumns(
    suspensionList.fields,
    {
      'susp.motif': { sql: sql.ref('susp.motif') },
      'susp.nature': { sql: NATURE },
      'susp.etat': { sql: ETAT },
      'susp.du': { sql: sql.ref('susp.du') },
      'susp.fin': { sql: sql.ref('susp.fin') },
      'susp.createdAt': { sql: sql.ref('susp.created_at') },
      'ent.id': { sql: sql.ref('susp.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
      'taxe.id': { sql: sql.ref('susp.taxe_id'), nullable: true },
    },
    { 'susp.id': { sql: sql.ref('susp.id') } },
  ),
  order: { column: 'susp.du', direction: 'desc' },
  pageSize: 50,
  schema: suspensionRowSchema,
  row: {
    id: sql.ref('susp.id'),
    nature: sql.ref('susp.nature'),
    entite: nested('ent'),
    taxe: nested('tax'),
    lieu: nested('lieu'),
    du: sql.ref('susp.du'),
    au: sql.ref('susp.au'),
    fin: sql.ref('susp.fin'),
    etat: ETAT,
    partielles: sql.ref('susp.partielles'),
    payes: sql.ref('susp.payes'),
    motif: sql.ref('susp.motif'),
    reference: sql.ref('susp.reference'),
    document: sql`susp.document is not null`,
    createdBy: agent('auteur'),
    createdAt: instant('susp.created_at'),
  },
};

/** Those of the chosen collectivité, and of the chosen places, those above and those below. */
export function suspensionConditions(scope: Scope, query: SuspensionQuery): RawBuilder<boolean>[] {
  const { entite = [], ramification = [], ms = [] } = query;
  const places = [...ramification, ...ms];
  return [
    entiteCondition(scope, sql.ref('susp.entite_id')),
    ...(entite.length > 0 ? [oneOf(sql.ref('susp.entite_id'), entite)] : []),
    ...(places.length > 0
      ? [
          sql<boolean>`(susp.ramification_id is null or exists (select from ramification_descendance d
            where d.entite_id = susp.entite_id and (d.descendant_id = any(${places}::int[]) and d.ancetre_id = susp.ramification_id
              or d.ancetre_id = any(${places}::int[]) and d.descendant_id = susp.ramification_id)))`,
        ]
      : []),
  ];
}

/** Days of one collectivité, tax and place whose échéances change. */
export interface Span {
  nature: NatureSuspension;
  entiteId: number;
  taxe: number | null;
  ramification: number | null;
  du: string;
  au: string;
}

export interface StoredSuspension {
  id: number;
  nature: NatureSuspension;
  entiteId: number;
  taxe: number | null;
  ramification: number | null;
  du: string;
  fin: string;
  motif: string;
  reference: string;
  /** File name. */
  document: string | null;
}

export async function lockSuspension(
  trx: OpenTransaction,
  id: number,
): Promise<StoredSuspension | undefined> {
  return trx
    .selectFrom('suspension')
    .select([
      'id',
      'nature',
      'entite_id as entiteId',
      'taxe_id as taxe',
      'ramification_id as ramification',
      'du',
      'fin',
      'motif',
      'reference',
      'document',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Suspensions of a collectivité are begun one after another, so that the same is not begun twice at a time. */
export async function lockBeginning(trx: OpenTransaction, entiteId: number): Promise<void> {
  await trx.selectFrom('entite').select('id').where('id', '=', entiteId).forNoKeyUpdate().execute();
}

/** Whether one of the same nature, tax, place and days is in force. */
export async function hasSame(
  trx: OpenTransaction,
  { nature, entiteId, taxe, ramification, du, au }: Span,
): Promise<boolean> {
  const same = await trx
    .selectFrom('suspension')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('nature', '=', nature)
    .where('taxe_id', 'is not distinct from', taxe)
    .where('ramification_id', 'is not distinct from', ramification)
    .where('du', '=', du)
    .where('fin', '=', au)
    .executeTakeFirst();
  return same !== undefined;
}

/** @param document file name of the document that its approval brought */
export async function insertSuspension(
  trx: OpenTransaction,
  body: SuspensionBody,
  { par, document }: { par: number; document: string | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('suspension')
    .values({
      nature: body.nature ?? 'suspension',
      entite_id: body.entite,
      taxe_id: body.taxe ?? null,
      ramification_id: body.ramification ?? null,
      du: body.du,
      au: body.au,
      fin: body.au,
      partielles: body.partielles ?? null,
      payes: body.payes ?? null,
      motif: body.motif,
      reference: body.reference,
      document,
      created_by_id: par,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @param depuis first day on which it is not in force any more */
export async function endSuspension(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredSuspension, 'entiteId' | 'id'>,
  depuis: string,
): Promise<void> {
  await trx
    .updateTable('suspension')
    .set({ fin: sql<string>`${depuis}::date - 1`, updated_at: sql<string>`now()` })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** @param document file name */
export async function attachDocument(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredSuspension, 'entiteId' | 'id'>,
  document: string,
): Promise<void> {
  await trx
    .updateTable('suspension')
    .set({ document, updated_at: sql<string>`now()` })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** @returns the file name; null if it has no document, or is not in the scope */
export async function findDocument(queries: Queries, scope: Scope, id: number): Promise<string | null> {
  const row = await queries
    .selectFrom('suspension')
    .select('document')
    .where('id', '=', id)
    .where(entiteCondition(scope, sql.ref('entite_id')))
    .executeTakeFirst();
  return row?.document ?? null;
}

/** Years among some in which something was billed. */
export async function billedYears(
  queries: Queries,
  entiteId: number,
  du: number,
  au: number,
): Promise<number[]> {
  const { rows } = await sql<{ annee: number }>`
    select annee::int from generate_series(${du}::int, ${au}::int) annee
    where exists (select from echeance x where x.entite_id = ${entiteId} and x.annee = annee)`.execute(
    queries,
  );
  return rows.map(({ annee }) => annee);
}

/**
 * Those that reach a taxpayer in a year or later, the earliest first: of a tax of its lines, where it was during them.
 * @param jusque last year that counts
 */
export async function readSuspendues(
  queries: Queries,
  { entiteId, id }: { entiteId: number; id: number },
  annee: number,
  jusque: number,
): Promise<(Suspendu & { id: number })[]> {
  const { rows } = await sql<Suspendu & { id: number }>`
    select x.id, x.nature, x.du, x.fin, t.nom as taxe, x.reference
    from suspension x left join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
    where x.entite_id = ${entiteId} and x.fin >= x.du and x.fin >= make_date(${annee}, 1, 1) and x.du <= make_date(${jusque}, 12, 31)
      and (x.taxe_id is null or exists (
        select from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
        where l.entite_id = x.entite_id and l.contribuable_id = ${id} and l.closed_at is null
          and (t.type_equipement_id = q.type_equipement_id or t.nature_activite_id = l.nature_activite_id)))
      and (x.ramification_id is null or exists (
        select from sejour s
        join ramification_descendance d on d.entite_id = s.entite_id and d.descendant_id = s.ramification_id
          and d.ancetre_id = x.ramification_id
        where s.entite_id = x.entite_id and s.contribuable_id = ${id} and s.du <= x.fin and not exists (
          select from sejour n where n.entite_id = s.entite_id and n.contribuable_id = s.contribuable_id
            and n.du > s.du and n.du <= x.du)))
    order by x.du, x.id`.execute(queries);
  return rows;
}
