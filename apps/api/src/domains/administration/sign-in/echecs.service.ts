/** Records refused sign-ins in the journal and in the list of the screen « Sécurité ». */
import type { Database } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { countEchec, type Echec } from './echecs.repository.ts';
import { entiteOfAccount } from '../profile/profile.repository.ts';

/** The journal gets the 1st, 10th, 100th failure: it grows slowly however long somebody tries. */
const isJournaled = (nombre: number): boolean => Number.isInteger(Math.log10(nombre));

/**
 * Masks a name without an account: it may be a password typed into the wrong field. The length and a quarter of the
 * characters, two at most, suffice to tell a typing error from a guessing attack.
 */
function masked(name: string): string {
  const signs = Array.from(name);
  const visible = signs.slice(0, Math.min(2, Math.floor(signs.length / 4))).join('');
  return `${visible}… (${signs.length} signe${signs.length > 1 ? 's' : ''})`;
}

export async function noteEchec(db: Database, failure: Echec, requestId: string): Promise<void> {
  const echec = failure.utilisateurId === null ? { ...failure, nom: masked(failure.nom) } : failure;
  await db.transaction().execute(async (trx) => {
    const counted = await countEchec(trx, echec);
    if (!counted || !isJournaled(counted.nombre)) return;
    const { utilisateurId, raison } = echec;
    await writeJournal(trx, {
      // also queried without an account, so that the response time does not reveal which accounts exist
      entiteId: await entiteOfAccount(trx, utilisateurId ?? 0),
      // the visitor is not authenticated
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
