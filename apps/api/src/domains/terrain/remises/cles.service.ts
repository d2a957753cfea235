/** The pairs are made and kept by starts: their private halves are encrypted as second factors' secrets are. */
import type { Database } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import { findCles, holdCles, insertCle, rewriteCle, type StoredCle } from './cles.repository.ts';
import { importPrivate, newPair } from './sceau.ts';

/** What a private half is encrypted as: it opens as that of no other pair. */
const ownerOf = (nom: string): string => `cle_remise ${nom}`;

const opened = (secrets: SecretBox, stored: StoredCle): string | undefined =>
  secrets.open(stored, ownerOf(stored.nom));

/**
 * Makes the first pair, and another one where the key that it is encrypted by was replaced or is lost: phones seal to the new one
 * from their next contact on. Former pairs go over to the present key, and still open what was sealed to them.
 * @returns by the name of its key, how many pairs cannot be opened since that key is not here
 */
export function keepCles(db: Database, secrets: SecretBox): Promise<ReadonlyMap<string, number>> {
  return db.transaction().execute(async (trx) => {
    const rows = await holdCles(trx);
    const unreadable = new Map<string, number>();
    for (const row of rows) {
      if (row.cle === secrets.cle) continue;
      const text = opened(secrets, row);
      if (text === undefined) unreadable.set(row.cle, (unreadable.get(row.cle) ?? 0) + 1);
      else await rewriteCle(trx, row.nom, secrets.seal(text, ownerOf(row.nom)));
    }
    if (rows.at(-1)?.cle === secrets.cle) return unreadable;
    const { nom, publique, privee } = await newPair();
    await insertCle(trx, nom, publique, secrets.seal(privee, ownerOf(nom)));
    return unreadable;
  });
}

/** The private halves of some pairs, by name: of those that are here, and whose key is. */
export async function privatesOf(db: Database, secrets: SecretBox, noms: readonly string[]) {
  const found = (await findCles(db, noms)).flatMap((stored) => {
    const text = opened(secrets, stored);
    return text === undefined ? [] : [{ nom: stored.nom, text }];
  });
  return new Map(
    await Promise.all(found.map(async ({ nom, text }) => [nom, await importPrivate(text)] as const)),
  );
}
