/** Reads and writes versements (ADR 0034). */
import { type VersementBody, type VersementRow, versementList, versementRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { type ListSource, readList, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { PLACE_COLUMNS, PLACE_JOINS, PLACES } from '../place.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { someone } from '#src/platform/listing/nested.ts';

export const versementSource: ListSource<VersementRow> = {
  alias: 've',
  otherAliases: { versement: 've', entite: 'ent', regie: 'rg', declarant: 'dec' },
  from: sql`versement as ve`,
  key: sql.ref('ve.id'),
  joins: {
    ...PLACE_JOINS('ve'),
    dec: { sql: sql`join utilisateur as dec on dec.id = ve.declarant_id` },
    des: { sql: sql`left join utilisateur as des on des.id = ve.destinataire_id` },
    dcp: { sql: sql`left join utilisateur as dcp on dcp.id = ve.decide_par_id` },
  },
  columns: sqlColumns(
    versementList.fields,
    {
      ...PLACE_COLUMNS('ve'),
      've.createdAt': { sql: sql.ref('ve.created_at') },
      'dec.nom': { ...nameColumn('dec'), join: 'dec' },
      've.montant': { sql: sql.ref('ve.montant') },
      've.recu': { sql: sql.ref('ve.recu'), nullable: true },
      've.statut': { sql: sql.ref('ve.statut') },
      've.reference': { sql: sql.ref('ve.reference'), nullable: true },
    },
    { 've.id': { sql: sql.ref('ve.id') } },
  ),
  order: { column: 've.createdAt', direction: 'desc' },
  pageSize: 50,
  schema: versementRowSchema,
  row: {
    id: sql.ref('ve.id'),
    ...PLACES,
    declarant: someone('dec'),
    destination: sql.ref('ve.destination'),
    destinataire: someone('des'),
    montant: sql.ref('ve.montant'),
    reference: sql.ref('ve.reference'),
    statut: sql.ref('ve.statut'),
    recu: sql.ref('ve.recu'),
    decidePar: someone('dcp'),
    decideLe: instant('ve.decide_le'),
    motif: sql.ref('ve.motif'),
    bordereau: sql`ve.bordereau is not null`,
    createdAt: instant('ve.created_at'),
  },
};

const PARTIES = ['ve.declarant_id', 've.destinataire_id', 've.decide_par_id'] as const;

/** Versements that the person declared, decided, or is to receive. */
export const isParty = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`${person.id} in (${sql.join(PARTIES.map((column) => sql.ref(column)))})`;

/** Versements on their way from a person, or to be received by them. */
export async function readWaiting(db: Database, person: Person): Promise<VersementRow[]> {
  const conditions = [isParty(person), sql<boolean>`ve.statut = 'déclaré'`];
  const page = await readList(db, versementSource, { conditions, filters: [] }, { page: 1, itemperpage: 50 });
  return page.parse().data;
}

/** What its declarer says of it. */
interface Content {
  regie: number;
  destination: VersementBody['destination'];
  destinataire: number | null;
  montant: number;
  reference: string | null;
}

/** The versement that was declared with a key. */
export const findByKey = (
  trx: OpenTransaction,
  entiteId: number,
  cle: string,
): Promise<(Content & { id: number }) | undefined> =>
  trx
    .selectFrom('versement')
    .select((eb) => [
      'id',
      'regie_id as regie',
      eb.ref('destination').$castTo<Content['destination']>().as('destination'),
      'destinataire_id as destinataire',
      'montant',
      'reference',
    ])
    .where('entite_id', '=', entiteId)
    .where('cle_idempotence', '=', cle)
    .executeTakeFirst();

export async function insertVersement(
  trx: OpenTransaction,
  entiteId: number,
  declarant: number,
  { regie, destination, destinataire, montant, reference, cle }: Content & { cle: string | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('versement')
    .values({
      entite_id: entiteId,
      regie_id: regie,
      declarant_id: declarant,
      destination,
      destinataire_id: destinataire,
      montant,
      reference,
      cle_idempotence: cle,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a versement until the transaction ends; returns whether it waits for a decision, and the file of its slip. */
export async function lockVersement(
  trx: OpenTransaction,
  id: number,
): Promise<{ attend: boolean; bordereau: string | null } | undefined> {
  const row = await trx
    .selectFrom('versement')
    .select(['statut', 'bordereau'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { attend: row.statut === 'déclaré', bordereau: row.bordereau };
}

/** @param recu francs found; null for a refusal */
export async function decideVersement(
  trx: OpenTransaction,
  id: number,
  {
    par,
    statut,
    recu,
    motif,
  }: {
    par: number;
    statut: 'reçu' | 'reçu avec différence' | 'refusé';
    recu: number | null;
    motif: string | null;
  },
): Promise<void> {
  await trx
    .updateTable('versement')
    .set({ statut, recu, motif, decide_par_id: par, decide_le: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function laySlip(trx: OpenTransaction, id: number, nom: string): Promise<void> {
  await trx.updateTable('versement').set({ bordereau: nom }).where('id', '=', id).execute();
}

export async function slipOf(queries: Queries, id: number): Promise<string | null> {
  const row = await queries
    .selectFrom('versement')
    .select('bordereau')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bordereau ?? null;
}

/** Persons of the collectivité who keep tills and may take one over; one person is left out. */
export async function listSuccessors(
  queries: Queries,
  entiteId: number,
  except: number,
): Promise<{ id: number; nom: string }[]> {
  const { rows } = await sql<{ id: number; nom: string }>`
    select u.id, btrim(u.prenom || ' ' || u.nom) as nom from utilisateur u
    where u.enabled and u.id <> ${except} and u.type_id <> 1 and exists (
      select from utilisateur_entite e where e.utilisateur_id = u.id and e.entite_id = ${entiteId}
      union all
      select from utilisateur_ramification r join ramification ram on ram.id = r.ramification_id
      where r.utilisateur_id = u.id and ram.entite_id = ${entiteId})
    order by u.nom, u.prenom, u.id limit 500`.execute(queries);
  return rows;
}
