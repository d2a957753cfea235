/** A person's saved views: as many as somebody chooses from, and no more. */
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { countOtherViews, saveView, type View } from './views.repository.ts';

/** Views that one person keeps, over all lists. */
const MOST_VIEWS = 200;

/** @throws AppError 409 where the person keeps too many */
export const keepView = (
  db: Database,
  utilisateurId: number,
  { ecran, nom, recherche }: Omit<View, 'id'> & { ecran: string },
): Promise<View> =>
  db.transaction().execute(async (trx) => {
    if ((await countOtherViews(trx, utilisateurId, ecran, nom)) >= MOST_VIEWS)
      throw new AppError(
        'conflit.regle',
        `Vous gardez déjà ${MOST_VIEWS} vues. Supprimez-en une avant d’en enregistrer une autre.`,
      );
    return saveView(trx, utilisateurId, ecran, nom, recherche);
  });
