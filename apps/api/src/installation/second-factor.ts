/** Groups whose members must use a second factor in production, whatever a screen says. */
import { GROUPE } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';

/** Groups with the whole platform, bulk acts, or the right to grant rights. */
const NAMES = [GROUPE.superAdmin, GROUPE.adminNta, 'Administrateur'];

/** @returns number of groups that require it from now on */
export function keepSecondFactors(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const groups = await trx
      .updateTable('groupe')
      .set({ second_facteur: true })
      .where('nom', 'in', NAMES)
      .where('second_facteur', '=', false)
      .returning(['id', 'nom'])
      .execute();
    await writeJournals(
      trx,
      groups.map(({ id, nom }) => ({
        entiteId: null,
        utilisateurId: null,
        acte: 'modifier' as const,
        domaine: 'administration' as const,
        ressource: 'groups' as const,
        id,
        avant: { nom, secondFacteur: false },
        apres: { nom, secondFacteur: true },
      })),
    );
    return groups.length;
  });
}
