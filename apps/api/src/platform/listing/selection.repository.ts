/** Selections that are too long for an address, kept for a day under a token that only their author can use. */
import { sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb, now } from '#src/platform/database/expressions.ts';

/** What one person keeps: nobody goes back to an earlier one. */
const MOST_SELECTIONS = 50;

export interface StoredSelection {
  resource: string;
  query: string;
  except_ids: number[];
  count: number;
  faitAvec: MadeWith;
}

export async function insertSelection(
  trx: OpenTransaction,
  token: string,
  utilisateurId: number,
  { faitAvec, ...selection }: StoredSelection,
): Promise<void> {
  await trx.deleteFrom('selection').where('expires_at', '<', now).execute();
  await trx
    .insertInto('selection')
    .values({
      ...selection,
      fait_avec: jsonb(faitAvec),
      token,
      utilisateur_id: utilisateurId,
      expires_at: sql`now() + interval '1 day'`,
    })
    .execute();
  await trx
    .deleteFrom('selection')
    .where('token', 'in', (eb) =>
      eb
        .selectFrom('selection')
        .select('token')
        .where('utilisateur_id', '=', utilisateurId)
        .orderBy('expires_at', 'desc')
        .offset(MOST_SELECTIONS),
    )
    .execute();
}

export const findSelection = (
  queries: Queries,
  token: string,
  utilisateurId: number,
): Promise<StoredSelection | undefined> =>
  queries
    .selectFrom('selection')
    .select(['resource', 'query', 'except_ids', 'count'])
    .select((eb) => eb.ref('fait_avec').$castTo<MadeWith>().as('faitAvec'))
    .where('token', '=', token)
    .where('utilisateur_id', '=', utilisateurId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
