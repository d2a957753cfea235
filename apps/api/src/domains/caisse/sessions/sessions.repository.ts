/** Reads and writes till sessions (ADR 0034). */
import {
  type Billets,
  type ControleCaisse,
  type SessionCaisse,
  type SessionCaisseRow,
  sessionCaisseList,
  sessionCaisseRowSchema,
} from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { PLACE_COLUMNS, PLACE_JOINS, PLACES } from '../place.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { someone } from '#src/platform/listing/nested.ts';

/** Hidden until the session is counted, like other receipts: they would reveal the result of the count. */
const VENDU = sql`case when sc.fermee_le is not null then sc.vendu end`;

export const sessionSource: ListSource<SessionCaisseRow> = {
  alias: 'sc',
  otherAliases: { session: 'sc', entite: 'ent', regie: 'rg', titulaire: 'tit' },
  from: sql`session_caisse as sc`,
  key: sql.ref('sc.id'),
  joins: {
    ...PLACE_JOINS('sc'),
    tit: { sql: sql`join utilisateur as tit on tit.id = sc.titulaire_id` },
    fer: { sql: sql`left join utilisateur as fer on fer.id = sc.fermee_par_id` },
    ec: {
      sql: sql`left join ecart as ec on ec.entite_id = sc.entite_id and ec.session_caisse_id = sc.id and not ec.ouverture`,
    },
  },
  columns: sqlColumns(
    sessionCaisseList.fields,
    {
      ...PLACE_COLUMNS('sc'),
      'sc.jour': { sql: sql.ref('sc.jour') },
      'tit.nom': { ...nameColumn('tit'), join: 'tit' },
      'sc.fonds': { sql: sql.ref('sc.fonds') },
      'sc.recu': { sql: sql.ref('sc.recu'), nullable: true },
      'sc.annule': { sql: sql.ref('sc.annule'), nullable: true },
      'sc.vendu': { sql: VENDU, nullable: true },
      'sc.attendu': { sql: sql.ref('sc.attendu'), nullable: true },
      'sc.compte': { sql: sql.ref('sc.compte'), nullable: true },
      'sc.ecart': { sql: sql`(sc.compte - sc.attendu)`, nullable: true },
      'sc.ouverteLe': { sql: sql.ref('sc.ouverte_le') },
      'sc.fermeeLe': { sql: sql.ref('sc.fermee_le'), nullable: true },
    },
    { 'sc.id': { sql: sql.ref('sc.id') } },
  ),
  order: { column: 'sc.jour', direction: 'desc' },
  pageSize: 50,
  schema: sessionCaisseRowSchema,
  row: {
    id: sql.ref('sc.id'),
    ...PLACES,
    titulaire: someone('tit'),
    jour: sql.ref('sc.jour'),
    ouverteLe: instant('sc.ouverte_le'),
    fermeeLe: instant('sc.fermee_le'),
    compteeLe: instant('sc.comptee_le'),
    fermeePar: someone('fer'),
    fonds: sql.ref('sc.fonds'),
    recu: sql.ref('sc.recu'),
    annule: sql.ref('sc.annule'),
    vendu: VENDU,
    attendu: sql.ref('sc.attendu'),
    compte: sql.ref('sc.compte'),
    ecart: sql`case when ec.id is not null then json_build_object('id', ec.id, 'montant', ec.montant, 'statut', ec.statut) end`,
    procesVerbal: sql.ref('sc.proces_verbal'),
  },
};

/** The open session of a person, and whether its day is over. */
export async function openSession(
  queries: Queries,
  titulaire: number,
): Promise<{ id: number; entiteId: number; jour: string; aCompter: boolean } | undefined> {
  const { rows } = await sql<{ id: number; entiteId: number; jour: string; aCompter: boolean }>`
    select id, entite_id as "entiteId", jour, jour < aujourdhui() as "aCompter" from session_caisse
    where titulaire_id = ${titulaire} and fermee_le is null`.execute(queries);
  return rows[0];
}

interface OpenRegie {
  id: number;
  nom: string;
  entiteId: number;
  /** Whether its tills are counted when they are opened. */
  comptageOuverture: boolean;
}

/** Régies where the person may open sessions, in their collectivités. */
export async function openRegies(
  queries: Queries,
  entites: readonly number[] | undefined,
): Promise<OpenRegie[]> {
  const { rows } = await sql<OpenRegie>`
    select r.id, r.nom, r.entite_id as "entiteId", r.comptage_ouverture as "comptageOuverture" from regie r
    where r.enabled and ${entites === undefined ? sql`true` : sql`r.entite_id = any(${entites}::int[])`}
    order by r.nom, r.id limit 200`.execute(queries);
  return rows;
}

export async function insertSession(
  trx: OpenTransaction,
  {
    entiteId,
    regie,
    titulaire,
    fonds,
    billets,
    le,
  }: {
    entiteId: number;
    regie: number;
    titulaire: number;
    fonds: number;
    billets?: Billets | undefined;
    le?: string | undefined;
  },
): Promise<{ id: number; compteOuverture: number | null }> {
  return await trx
    .insertInto('session_caisse')
    .values({
      entite_id: entiteId,
      regie_id: regie,
      titulaire_id: titulaire,
      fonds,
      ...(billets === undefined ? {} : { billets_ouverture: JSON.stringify(billets) }),
      ...(le === undefined ? {} : { ouverte_le: le }),
    })
    .returning(['id', 'compte_ouverture as compteOuverture'])
    .executeTakeFirstOrThrow();
}

/** Locks a session until the transaction ends: receipts into it wait. */
export async function lockSession(
  trx: OpenTransaction,
  id: number,
): Promise<{ entiteId: number; titulaire: number; fermee: boolean } | undefined> {
  const row = await trx
    .selectFrom('session_caisse')
    .select(['entite_id as entiteId', 'titulaire_id as titulaire', 'fermee_le'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { entiteId: row.entiteId, titulaire: row.titulaire, fermee: row.fermee_le !== null };
}

/** The result of closing a session. */
interface Counted {
  recu: number;
  annule: number;
  vendu: number;
  attendu: number;
  compte: number;
}

/** Closes a locked session; the database computes its sums. */
export async function closeSession(
  trx: OpenTransaction,
  id: number,
  {
    par,
    billets,
    procesVerbal,
    compteeLe = null,
  }: { par: number; billets: Billets; procesVerbal: string | null; compteeLe?: string | null | undefined },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    update session_caisse set fermee_le = now(), fermee_par_id = ${par}, billets = ${JSON.stringify(billets)}::jsonb,
      proces_verbal = ${procesVerbal}, comptee_le = ${compteeLe}
    where id = ${id} returning recu, annule, vendu, attendu, compte`.execute(trx);
  return rows[0] as Counted;
}

const CONTROLE = sql`c.id, c.created_at as "createdAt", ${someone('u')} as controleur, c.compte, c.attendu,
  c.proces_verbal as "procesVerbal"`;

export async function insertControle(
  trx: OpenTransaction,
  entiteId: number,
  session: number,
  {
    par,
    billets,
    procesVerbal,
    cle,
  }: { par: number; billets: Billets; procesVerbal: string; cle: string | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into controle_caisse (entite_id, session_caisse_id, controleur_id, billets, proces_verbal, compte, attendu,
      cle_idempotence)
    values (${entiteId}, ${session}, ${par}, ${JSON.stringify(billets)}::jsonb, ${procesVerbal}, 0, 0, ${cle})
    returning id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

export async function readControle(queries: Queries, entiteId: number, id: number): Promise<ControleCaisse> {
  const { rows } = await sql<ControleCaisse>`
    select ${CONTROLE} from controle_caisse c join utilisateur u on u.id = c.controleur_id
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  return rows[0] as ControleCaisse;
}

/** The count that was stored with a key. */
export const findControle = (
  trx: OpenTransaction,
  entiteId: number,
  cle: string,
): Promise<{ id: number; session: number; billets: Billets; procesVerbal: string } | undefined> =>
  trx
    .selectFrom('controle_caisse')
    .select((eb) => [
      'id',
      'session_caisse_id as session',
      eb.ref('billets').$castTo<Billets>().as('billets'),
      'proces_verbal as procesVerbal',
    ])
    .where('entite_id', '=', entiteId)
    .where('cle_idempotence', '=', cle)
    .executeTakeFirst();

/** The counts of a session, and its controls; for an open session without the expected amounts. */
export async function readCounts(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<Pick<SessionCaisse, 'billets' | 'ouverture' | 'controles'>> {
  const { billets, fermee_le } = await queries
    .selectFrom('session_caisse')
    .select(['billets', 'fermee_le'])
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const opening = await sql<NonNullable<SessionCaisse['ouverture']>>`
    select s.compte_ouverture as compte, s.attendu_ouverture as attendu,
      (select json_build_object('id', id, 'montant', montant, 'statut', statut) from ecart
        where entite_id = s.entite_id and session_caisse_id = s.id and ouverture) as ecart
    from session_caisse s where s.entite_id = ${entiteId} and s.id = ${id} and s.billets_ouverture is not null`.execute(
    queries,
  );
  const { rows } = await sql<ControleCaisse>`
    select ${CONTROLE} from controle_caisse c join utilisateur u on u.id = c.controleur_id
    where c.entite_id = ${entiteId} and c.session_caisse_id = ${id} order by c.id`.execute(queries);
  return {
    billets: billets as Record<string, number> | null,
    ouverture: opening.rows[0] ?? null,
    controles: fermee_le === null ? rows.map((row) => ({ ...row, attendu: null })) : rows,
  };
}
