/** Refused sign-ins leave a trace: in the journal, and in the list of the screen « Sécurité ». */
import type { Database } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { countEchec, type Echec } from './echecs.repository.ts';
import { entiteOfAccount } from '../profile/profile.repository.ts';

/** The journal tells of the first, the tenth, the hundredth: it grows however long somebody tries, but hardly. */
const told = (nombre: number): boolean => Number.isInteger(Math.log10(nombre));

/**
 * What is kept of a name that no account has: it may be a password, typed into the wrong field. Its length and a quarter of
 * its signs, two at most, tell a slip in a known name from a list that somebody works through.
 */
function masked(name: string): string {
  const signs = Array.from(name);
  const shown = signs.slice(0, Math.min(2, Math.floor(signs.length / 4))).join('');
  return `${shown}… (${signs.length} signe${signs.length > 1 ? 's' : ''})`;
}

export async function noteEchec(db: Database, given: Echec, requestId: string): Promise<void> {
  const echec = given.utilisateurId === null ? { ...given, nom: masked(given.nom) } : given;
  await db.transaction().execute(async (trx) => {
    const counted = await countEchec(trx, echec);
    if (!counted || !told(counted.nombre)) return;
    const { utilisateurId, raison } = echec;
    await writeJournal(trx, {
      // asked also where there is no account, so that the time taken does not tell which accounts exist
      entiteId: await entiteOfAccount(trx, utilisateurId ?? 0),
      // whoever tried has proved nothing
      utilisateurId: null,
      acte: 'connexion refusée',
      domaine: 'administration',
      ressource: 'session',
      id: utilisateurId,
      apres: { ...counted, raison },
      requestId,
    });
  });
}
