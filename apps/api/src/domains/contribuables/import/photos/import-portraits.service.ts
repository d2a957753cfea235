/** Gives taxpayers the pictures that their rows name. */
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import type { Run } from '../import-ecriture.service.ts';
import { attachPhotos } from './import-photos.repository.ts';
import type { Judged } from '../import-sort.service.ts';

/** Attaches the pictures of rows to their taxpayers, who have no portrait yet. */
export async function attachPortraits(
  trx: OpenTransaction,
  { file: { id, entiteId }, author }: Run,
  { fates, photos }: Judged,
): Promise<void> {
  const byRow = new Map(fates.map((fate) => [fate.rang, fate]));
  const attached = photos.flatMap(({ rang, chemin }) => {
    const { contribuable = null, sort } = byRow.get(rang) ?? {};
    return contribuable !== null && (sort === 'nouvelle' || sort === 'corrigée')
      ? [{ contribuable, chemin }]
      : [];
  });
  if (attached.length === 0) return;
  const done = await attachPhotos(trx, { id, entiteId, utilisateurId: author.id }, attached);
  await writeJournals(
    trx,
    done.map(({ contribuable, nom }) => ({
      entiteId,
      utilisateurId: author.id,
      acte: 'modifier' as const,
      domaine: 'contribuables' as const,
      ressource: 'contribuables' as const,
      id: contribuable,
      avant: { photos: [] },
      apres: { photos: [nom] },
      requestId: id,
    })),
  );
}
