/** Secrets of second factors are encrypted at the start: those of before, and those under a key that was replaced. */
import type { Database } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';

/** What a secret is encrypted as the secret of: it opens as no other person's. */
export const ownerOf = (id: number): string => `second_facteur ${id}`;

/** @returns by the name of its key, how many secrets cannot be read since that key is not here */
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
