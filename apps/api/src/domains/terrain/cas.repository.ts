/** Commands that the office looks at (ADR 0040). */
import { type AClasser, type CasQuery, type CasRow, casList, casRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { CODE } from './appareil-list.repository.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, someone, taxpayer } from '#src/platform/listing/nested.ts';

/** A payment that stands under another name by now needs nobody any more: it was booked anew, or taken back. */
const TAKEN = sql`(k.cas = 'à classer' and exists (
  select from transaction x where x.entite_id = k.entite_id and (x.remplace_id = k.transaction_id or x.extourne_de_id = k.transaction_id)))`;
const OPEN = sql<boolean>`(k.regle_le is null and not ${TAKEN})`;

const OF_STATE: Readonly<Record<CasQuery['etat'], readonly RawBuilder<boolean>[]>> = {
  ouverts: [OPEN],
  réglés: [sql<boolean>`not ${OPEN}`],
  tous: [],
};

/** Cases alone, and of those what a query is kept to. @param query conditions on `k`, the command */
export const keptCas = ({ entite, appareil, etat }: CasQuery): RawBuilder<boolean>[] => [
  sql<boolean>`k.cas is not null`,
  ...OF_STATE[etat],
  ...(entite === undefined ? [] : [sql<boolean>`k.entite_id = ${entite}`]),
  ...(appareil === undefined ? [] : [sql<boolean>`k.appareil_id = ${appareil}`]),
];

const nameIn = (corps: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(nullif(${corps} ->> 'raisonSociale', ''), nullif(btrim(concat_ws(' ', ${corps} ->> 'nom', ${corps} ->> 'prenom')), ''))`;

/**
 * Whom the device named: the name that it showed, or that of the record, or that of its own enrolment, which may have been
 * refused.
 */
const NAMED = sql`case when k.type = 'enrolement' then ${nameIn(sql.ref('k.corps'))} else coalesce(
  nullif(k.corps ->> 'nomme', ''),
  (select n.nom_complet from contribuable n
    where n.entite_id = k.entite_id and n.id = case when k.corps #>> '{contribuable,id}' ~ '^[0-9]{1,18}$' then (k.corps #>> '{contribuable,id}')::bigint end),
  (select ${nameIn(sql.ref('e.corps'))} from commande_terrain e
    where e.entite_id = k.entite_id and e.appareil_id = k.appareil_id and e.type = 'enrolement'
      and e.corps ->> 'local' = k.corps #>> '{contribuable,local}' order by e.sequence desc limit 1)) end`;

/** Conditions may be on `a`, the device. */
export const casSource: ListSource<CasRow> = {
  alias: 'k',
  otherAliases: { cas: 'k', entite: 'ent', agent: 'ag', appareil: 'a' },
  from: sql`commande_terrain as k join appareil_terrain as a on a.entite_id = k.entite_id and a.id = k.appareil_id`,
  key: sql.ref('k.id'),
  joins: {
    ent: { sql: sql`join entite as ent on ent.id = k.entite_id` },
    ag: { sql: sql`join utilisateur as ag on ag.id = k.agent_id` },
    reg: { sql: sql`left join utilisateur as reg on reg.id = k.regle_par_id` },
    contrib: {
      sql: sql`left join contribuable as contrib on contrib.entite_id = k.entite_id and contrib.id = k.contribuable_id`,
    },
    t: { sql: sql`left join transaction as t on t.entite_id = k.entite_id and t.id = k.transaction_id` },
  },
  columns: sqlColumns(
    casList.fields,
    {
      'k.recuLe': { sql: sql.ref('k.recu_le') },
      'k.motif': { sql: sql.ref('k.cas') },
      'contrib.fullName': { sql: sql.ref('contrib.nom_complet'), join: 'contrib', nullable: true },
      'k.montant': { sql: sql.ref('k.montant'), nullable: true },
      't.numeroRecu': { sql: sql.ref('t.numero_recu'), join: 't', nullable: true },
      'k.type': { sql: sql.ref('k.type') },
      'a.nom': { sql: sql.ref('a.nom') },
      'ag.nom': { ...nameColumn('ag'), join: 'ag' },
      'ag.id': { sql: sql.ref('k.agent_id') },
      'k.regleLe': { sql: sql.ref('k.regle_le'), nullable: true },
      'ent.id': { sql: sql.ref('k.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    },
    { 'k.id': { sql: sql.ref('k.id') } },
  ),
  order: { column: 'k.id', direction: 'desc' },
  pageSize: 50,
  schema: casRowSchema,
  row: {
    id: sql.ref('k.id'),
    entite: nested('ent'),
    appareil: sql`json_build_object('id', a.id, 'nom', a.nom, 'code', ${CODE})`,
    agent: someone('ag'),
    sequence: sql.ref('k.sequence'),
    type: sql.ref('k.type'),
    motif: sql.ref('k.cas'),
    code: sql.ref('k.code'),
    message: sql.ref('k.message'),
    corps: sql.ref('k.corps'),
    faitLe: instant('k.fait_le'),
    recuLe: instant('k.recu_le'),
    montant: sql.ref('k.montant'),
    contribuable: taxpayer('contrib'),
    nomme: NAMED,
    transaction: sql`case when t.id is not null then json_build_object('id', t.id, 'numeroRecu', t.numero_recu) end`,
    etat: sql`case when k.regle_le is not null then 'réglé' when ${TAKEN} then 'repris' else 'ouvert' end`,
    regleLe: instant('k.regle_le'),
    reglePar: someone('reg'),
    note: sql.ref('k.note'),
  },
};

/** « Recettes à classer » that somebody must still give to whom they belong, by collectivité. @param conditions on `k` and `a` */
export async function readAClasser(
  queries: Queries,
  conditions: readonly RawBuilder<boolean>[],
): Promise<AClasser[]> {
  const { rows } = await sql<AClasser>`
    select json_build_object('id', e.id, 'nom', e.nom) as entite,
      count(*) as nombre, sum(k.montant)::bigint as montant
    from ${casSource.from}
    join entite e on e.id = k.entite_id
    where k.cas = 'à classer' and ${sql.join([...conditions], sql` and `)}
    group by e.id order by e.nom, e.id`.execute(queries);
  return rows;
}

/** @returns whether it was open until now */
export async function settleCas(
  trx: OpenTransaction,
  { entiteId, id, par, note }: { entiteId: number; id: number; par: number; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('commande_terrain')
    .set({ regle_le: now, regle_par_id: par, note })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .where('regle_le', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
