/** Refused sign-ins leave a trace: in the journal, and in the list of the screen « Sécurité ». */
import type { Database } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { countEchec, type Echec } from './echecs.repository.ts';
import { entiteOfAccount } from './profile.repository.ts';

/** The journal tells of the first, the tenth, the hundredth: it grows however long somebody tries, but hardly. */
const told = (nombre: number): boolean => Number.isInteger(Math.log10(nombre));

export async function noteEchec(db: Database, echec: Echec, requestId: string): Promise<void> {
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
