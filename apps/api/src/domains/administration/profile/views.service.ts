/** A person's saved views, up to a limit. */
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { View } from '@octroi/contract/administration/profile/views';
import { countOtherViews, saveView, type ViewToSave } from './views.repository.ts';

/** Maximum number of views of a person, over all lists. */
const MOST_VIEWS = 200;

/** @throws AppError 409 if the person has too many views */
export const keepView = (db: Database, utilisateurId: number, view: ViewToSave): Promise<View> =>
  db.transaction().execute(async (trx) => {
    if ((await countOtherViews(trx, utilisateurId, view.ecran, view.nom)) >= MOST_VIEWS)
      throw new AppError(
        'conflit.regle',
        `Vous gardez déjà ${MOST_VIEWS} vues. Supprimez-en une avant d’en enregistrer une autre.`,
      );
    return saveView(trx, utilisateurId, view);
  });
