/** The technical node of a collectivité: no place, it holds « Recettes à classer » alone. */
import { A_CLASSER } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** No sub-entity that a person makes has this code. */
const CODE = '(à classer)';

const find = (queries: Queries, entiteId: number): Promise<{ id: number } | undefined> =>
  queries
    .selectFrom('ramification')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('technique', '=', true)
    .executeTakeFirst();

/** Made when it is first needed; two transactions that need it at the same moment make one. */
export async function technicalNode(trx: OpenTransaction, entiteId: number): Promise<number> {
  const existing = await find(trx, entiteId);
  if (existing) return existing.id;
  await trx
    .insertInto('ramification')
    .values({
      entite_id: entiteId,
      type_id: null,
      nom: A_CLASSER,
      code: CODE,
      enabled: true,
      technique: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await find(trx, entiteId);
  if (!made)
    throw new Error(`no technical node in collectivité ${entiteId}: its code is another sub-entity's`);
  return made.id;
}
