/** Encrypts secrets of second factors at start: those stored in clear, and those under a replaced key. */
import type { Database } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';

/** Context bound to the ciphertext: the secret cannot be decrypted as another person's. */
export const ownerOf = (id: number): string => `second_facteur ${id}`;

/** @returns number of unreadable secrets by the name of their missing key */
export function keepSecrets(db: Database, secrets: SecretBox): Promise<ReadonlyMap<string, number>> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('second_facteur')
      .select(['utilisateur_id as id', 'secret', 'chiffre', 'cle'])
      .where((eb) => eb.or([eb('secret', 'is not', null), eb('cle', '<>', secrets.cle)]))
      .forUpdate()
      .execute();
    const unreadable = new Map<string, number>();
    for (const { id, secret, chiffre, cle } of rows) {
      const text = secret ?? (chiffre && cle ? secrets.open({ chiffre, cle }, ownerOf(id)) : undefined);
      if (text === undefined) {
        const name = cle ?? '';
        unreadable.set(name, (unreadable.get(name) ?? 0) + 1);
        continue;
      }
      await trx
        .updateTable('second_facteur')
        .set({ secret: null, ...secrets.seal(text, ownerOf(id)) })
        .where('utilisateur_id', '=', id)
        .execute();
    }
    return unreadable;
  });
}
