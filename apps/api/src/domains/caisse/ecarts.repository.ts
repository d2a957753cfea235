/** Reads and settles écarts (ADR 0034); only the database creates them. */
import { type EcartRow, ecartList, type Reglement, ecartRowSchema } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { PLACE_COLUMNS, PLACE_JOINS, PLACES } from './place.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { someone } from '#src/platform/listing/nested.ts';

export const ecartSource: ListSource<EcartRow> = {
  alias: 'ec',
  otherAliases: { ecart: 'ec', entite: 'ent', regie: 'rg', titulaire: 'tit' },
  from: sql`ecart as ec`,
  key: sql.ref('ec.id'),
  joins: {
    ...PLACE_JOINS('ec'),
    tit: { sql: sql`join utilisateur as tit on tit.id = ec.titulaire_id` },
    reg: { sql: sql`left join utilisateur as reg on reg.id = ec.regle_par_id` },
    sc: {
      sql: sql`left join session_caisse as sc on sc.entite_id = ec.entite_id and sc.id = ec.session_caisse_id`,
    },
  },
  columns: sqlColumns(
    ecartList.fields,
    {
      ...PLACE_COLUMNS('ec'),
      'ec.createdAt': { sql: sql.ref('ec.created_at') },
      'tit.nom': { ...nameColumn('tit'), join: 'tit' },
      'ec.montant': { sql: sql.ref('ec.montant') },
      'ec.statut': { sql: sql.ref('ec.statut') },
    },
    { 'ec.id': { sql: sql.ref('ec.id') } },
  ),
  order: { column: 'ec.createdAt', direction: 'desc' },
  pageSize: 50,
  schema: ecartRowSchema,
  row: {
    id: sql.ref('ec.id'),
    ...PLACES,
    titulaire: someone('tit'),
    session: sql`case when sc.id is not null then json_build_object('id', sc.id, 'jour', sc.jour) end`,
    ouverture: sql.ref('ec.ouverture'),
    versement: sql`case when ec.versement_id is not null then json_build_object('id', ec.versement_id) end`,
    montant: sql.ref('ec.montant'),
    statut: sql.ref('ec.statut'),
    explication: sql.ref('ec.explication'),
    reglement: sql.ref('ec.reglement'),
    reglePar: someone('reg'),
    regleLe: instant('ec.regle_le'),
    motif: sql.ref('ec.motif'),
    createdAt: instant('ec.created_at'),
  },
};

/** Locks an écart until the transaction ends; returns whether it is settled. */
export async function lockEcart(trx: OpenTransaction, id: number): Promise<{ regle: boolean } | undefined> {
  const row = await trx
    .selectFrom('ecart')
    .select('statut')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { regle: row.statut === 'réglé' };
}

export async function explainEcart(
  trx: OpenTransaction,
  id: number,
  { par, explication }: { par: number; explication: string },
): Promise<void> {
  await trx
    .updateTable('ecart')
    .set({ statut: 'expliqué', explication, explique_par_id: par, explique_le: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function settleEcart(
  trx: OpenTransaction,
  id: number,
  { par, reglement, motif }: { par: number; reglement: Reglement; motif: string },
): Promise<void> {
  await trx
    .updateTable('ecart')
    .set({ statut: 'réglé', reglement, motif, regle_par_id: par, regle_le: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
