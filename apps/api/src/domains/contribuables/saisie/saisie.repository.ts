/** Writes of the taxpayer's own row. Lines are in `lignes.repository.ts`. */
import { type Fiche, numKlis, SERIE_CONTRIBUABLE, type StatutContribuable } from '@octroi/contract';
import { type NotNull, sql, type Updateable } from 'kysely';
import type { DB, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, now } from '#src/platform/database/expressions.ts';

/** Column and type of each field of a record. */
const COLUMNS: Readonly<Record<keyof Fiche, readonly [column: keyof DB['contribuable'], type: string]>> = {
  type: ['type', 'text'],
  nom: ['nom', 'text'],
  prenom: ['prenom', 'text'],
  raisonSociale: ['raison_sociale', 'text'],
  nif: ['nif', 'text'],
  age: ['age', 'smallint'],
  lieuNaissance: ['lieu_naissance', 'text'],
  telephone: ['telephone', 'text'],
  adresse: ['adresse', 'text'],
  typePieceIdentite: ['type_piece_identite', 'text'],
  numeroPieceIdentite: ['numero_piece_identite', 'text'],
  moyenPaiementPrefere: ['moyen_paiement_prefere_id', 'integer'],
  ramification: ['ramification_id', 'integer'],
  latitude: ['latitude', 'double precision'],
  longitude: ['longitude', 'double precision'],
  nbreBetail: ['nbre_betail', 'integer'],
  enabled: ['enabled', 'boolean'],
};
const FIELDS = Object.entries(COLUMNS) as [keyof Fiche, (typeof COLUMNS)[keyof Fiche]][];
const columns = sql.join(FIELDS.map(([, [column]]) => sql.id(column)));
const asFiche = sql.join(FIELDS.map(([name, [column]]) => sql`c.${sql.id(column)} as ${sql.id(name)}`));

interface NewContribuable extends Fiche {
  id: number;
  numKlis: string;
  /** The client's idempotency key. */
  cle: string | null;
  /** Instant of the enrolment; now when null. */
  createdAt: string | null;
}

/** Reserves ids from the sequence. */
export async function reserveIds(
  trx: OpenTransaction,
  table: 'contribuable' | 'equipement',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Reserves the next numbers of a collectivité; gaps are possible. Call it in its own transaction before the
 * enrolment's, so that enrolments do not wait for one another.
 */
export async function reserveNumbers(
  trx: OpenTransaction,
  entiteId: number,
  count: number,
): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const missing = count - found.length;
    const { rows } = await sql<{ code: string; last: number }>`
      with pris as (
        insert into compteur as c (entite_id, serie, valeur) values (${entiteId}, ${SERIE_CONTRIBUABLE}, ${missing})
        on conflict (entite_id, serie, annee) do update set valeur = c.valeur + excluded.valeur
        returning valeur)
      select e.code, pris.valeur as last from pris, entite e where e.id = ${entiteId}`.execute(trx);
    const { code, last } = rows[0] as { code: string; last: number };
    const numbers = Array.from({ length: missing }, (_, n) => numKlis(code, last - missing + 1 + n));
    // the payment platform may have assigned some of them
    const used = await trx
      .selectFrom('contribuable')
      .select('num_klis')
      .where('entite_id', '=', entiteId)
      .where('num_klis', '=', anyOf(numbers))
      .execute();
    const usedNumbers = new Set(used.map(({ num_klis }) => num_klis));
    found.push(...numbers.filter((numero) => !usedNumbers.has(numero)));
  }
  return found;
}

/** Taxpayers enrolled before with these idempotency keys. */
export async function findByKeys(
  queries: Queries,
  entiteId: number,
  keys: readonly string[],
): Promise<Map<string, { id: number; createdBy: number }>> {
  if (keys.length === 0) return new Map();
  const rows = await queries
    .selectFrom('contribuable')
    .select(['cle_idempotence as cle', 'id', 'created_by_id as createdBy'])
    .where('entite_id', '=', entiteId)
    .where('cle_idempotence', '=', anyOf(keys))
    .$narrowType<{ cle: NotNull }>()
    .execute();
  return new Map(rows.map(({ cle, ...found }) => [cle, found]));
}

/** @returns the ids of the inserted rows; a row whose key was inserted meanwhile is left out */
export async function insertContribuables(
  trx: OpenTransaction,
  entiteId: number,
  utilisateurId: number,
  rows: readonly NewContribuable[],
): Promise<Set<number>> {
  const { rows: written } = await sql<{ id: number }>`
    insert into contribuable (entite_id, id, num_klis, cle_idempotence, created_by_id, created_at, ${columns})
    select ${entiteId}::int, r.id, r."numKlis", r.cle, ${utilisateurId}::int, coalesce(r."createdAt", now()),
      ${sql.join(FIELDS.map(([name]) => sql`r.${sql.id(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id bigint, "numKlis" text, cle text, "createdAt" timestamptz,
      ${sql.join(FIELDS.map(([name, [, type]]) => sql`${sql.id(name)} ${sql.raw(type)}`))})
    order by r.id
    on conflict (entite_id, cle_idempotence) where cle_idempotence is not null do nothing
    returning id`.execute(trx);
  return new Set(written.map(({ id }) => id));
}

export interface StoredContribuable extends Fiche {
  statut: StatutContribuable;
  version: number;
}

/** Locks the record until the transaction ends. */
export async function lockContribuable(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
): Promise<StoredContribuable | undefined> {
  const { rows } = await sql<StoredContribuable>`
    select ${asFiche}, c.statut, c.version from contribuable c
    where c.entite_id = ${entiteId} and c.id = ${id} for no key update`.execute(trx);
  return rows[0];
}

/** Updates a record; a new statut also sets the person and the instant of the act. */
export async function updateContribuable(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  changes: Partial<Fiche>,
  acte: { statut: StatutContribuable; par: number } | undefined,
): Promise<void> {
  const written = FIELDS.filter(([name]) => changes[name] !== undefined);
  if (written.length === 0 && !acte) return;
  await trx
    .updateTable('contribuable')
    .set({
      ...(Object.fromEntries(written.map(([name, [column]]) => [column, changes[name]])) as Updateable<
        DB['contribuable']
      >),
      ...(acte && statutColumns(acte)),
    })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** Who corrected or validated, and when. A corrected record loses its validation. */
export const statutColumns = ({ statut, par }: { statut: StatutContribuable; par: number }) =>
  statut === 'Validé'
    ? { statut, validated_at: now, validated_by_id: par }
    : { statut, corrected_at: now, corrected_by_id: par, validated_at: null, validated_by_id: null };

/** Moves the equipment that stands at the taxpayer's place; equipment placed elsewhere stays there. */
export async function moveEquipements(
  trx: OpenTransaction,
  entiteId: number,
  contribuables: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  await trx
    .updateTable('equipement')
    .set({ ramification_id: to })
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', anyOf(contribuables))
    .where('ramification_id', '=', from)
    .execute();
}

/**
 * Moves a taxpayer who never paid to another collectivité, under a number of that one. Its lines must be deleted
 * before.
 */
export async function transferContribuable(
  trx: OpenTransaction,
  from: number,
  id: number,
  to: { entiteId: number; ramification: number; numKlis: string },
): Promise<void> {
  await trx
    .updateTable('contribuable')
    .set({ entite_id: to.entiteId, ramification_id: to.ramification, num_klis: to.numKlis })
    .where('entite_id', '=', from)
    .where('id', '=', id)
    .execute();
}

/** Whether any payment or refund, of whatever statut, exists for a taxpayer. */
export async function hasTransactions(queries: Queries, entiteId: number, id: number): Promise<boolean> {
  const transaction = await queries
    .selectFrom('transaction')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return transaction !== undefined;
}

/** Locks a taxpayer and the totals that count it, before its dues are deleted. */
export async function retain(trx: OpenTransaction, entiteId: number, id: number): Promise<void> {
  await sql`select retenir_contribuable(${entiteId}, ${id})`.execute(trx);
}
