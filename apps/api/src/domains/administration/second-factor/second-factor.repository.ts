/** Secrets of second factors and unused recovery codes. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SecondFactor } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import type { Sealed } from '#src/platform/secrets/secret-box.ts';

/** A recovery code has 80 random bits: a plain hash suffices against guessing. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

export async function readSecondFactor(queries: Queries, id: number): Promise<SecondFactor> {
  return queries
    .selectFrom('utilisateur as u')
    .leftJoin('groupe as g', 'g.id', 'u.groupe_id')
    .leftJoin('second_facteur as f', 'f.utilisateur_id', 'u.id')
    .select((eb) => [
      eb('f.actif_depuis', 'is not', null).$castTo<boolean>().as('actif'),
      eb.fn.coalesce('g.second_facteur', sql<boolean>`false`).as('exige'),
      eb
        .selectFrom('code_secours')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('utilisateur_id', '=', 'u.id')
        .$asScalar()
        .$notNull()
        .as('codesRestants'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function hasSecondFactor(queries: Queries, id: number): Promise<boolean> {
  const active = await queries
    .selectFrom('second_facteur')
    .select('utilisateur_id')
    .where('utilisateur_id', '=', id)
    .where('actif_depuis', 'is not', null)
    .executeTakeFirst();
  return active !== undefined;
}

/** Key and ciphertext are null until the secret is encrypted at start: it cannot be read before. */
export type SecretRow = { [Part in keyof Sealed]: Sealed[Part] | null } & { actif: boolean };

/** Locks the secret until the transaction ends, so that codes of one account are tried one after the other. */
export const lockSecret = (trx: OpenTransaction, id: number): Promise<SecretRow | undefined> =>
  trx
    .selectFrom('second_facteur')
    .select((eb) => ['cle', 'chiffre', eb('actif_depuis', 'is not', null).$castTo<boolean>().as('actif')])
    .where('utilisateur_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Stores a secret before its first code is checked. @returns false if a second factor is already active */
export async function saveSecret(trx: OpenTransaction, id: number, sealed: Sealed): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('second_facteur')
    .values({ utilisateur_id: id, ...sealed })
    .onConflict((conflict) =>
      conflict
        .column('utilisateur_id')
        .doUpdateSet((eb) => ({
          secret: null,
          chiffre: eb.ref('excluded.chiffre'),
          cle: eb.ref('excluded.cle'),
          created_at: now,
        }))
        .where('second_facteur.actif_depuis', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function activate(trx: OpenTransaction, id: number): Promise<void> {
  await trx
    .updateTable('second_facteur')
    .set({ actif_depuis: now })
    .where('utilisateur_id', '=', id)
    .execute();
}

/** Accepts a code by its time step. @returns false if that step or a later one was used before */
export async function takeStep(trx: OpenTransaction, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_facteur')
    .set({ dernier_pas: step })
    .where('utilisateur_id', '=', id)
    .where((eb) => eb.or([eb('dernier_pas', 'is', null), eb('dernier_pas', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if the code does not exist or was used */
export async function takeRecoveryCode(trx: OpenTransaction, id: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('code_secours')
    .where('utilisateur_id', '=', id)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: OpenTransaction,
  id: number,
  codes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('code_secours').where('utilisateur_id', '=', id).execute();
  await trx
    .insertInto('code_secours')
    .values(codes.map((code) => ({ utilisateur_id: id, code_hash: hashOf(code) })))
    .execute();
}

/** @returns false if there was none */
export async function deleteSecondFactor(trx: OpenTransaction, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('second_facteur')
    .where('utilisateur_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
