/** The outlines that towns have of their sub-entities. */
import { type ContourImporte, type Forme, pointsOf } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb, now } from '#src/platform/database/expressions.ts';

const NONE: ContourImporte = { forme: null, points: 0, version: 0 };

export async function readContour(queries: Queries, ramificationId: number): Promise<ContourImporte> {
  const row = await queries
    .selectFrom('contour')
    .select((eb) => [eb.ref('forme').$castTo<Forme>().as('forme'), 'version'])
    .where('ramification_id', '=', ramificationId)
    .executeTakeFirst();
  return row ? { ...row, points: pointsOf(row.forme) } : NONE;
}

/** Lets nobody else change the outline of a sub-entity until the transaction ends. */
export async function lockRamification(trx: OpenTransaction, id: number): Promise<void> {
  await trx.selectFrom('ramification').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function saveContour(trx: OpenTransaction, ramificationId: number, forme: Forme): Promise<void> {
  await trx
    .insertInto('contour')
    .values({ ramification_id: ramificationId, forme: jsonb(forme) })
    .onConflict((conflict) =>
      conflict.column('ramification_id').doUpdateSet((eb) => ({
        forme: eb.ref('excluded.forme'),
        updated_at: now,
        version: eb('contour.version', '+', 1),
      })),
    )
    .execute();
}

export async function deleteContour(trx: OpenTransaction, ramificationId: number): Promise<void> {
  await trx.deleteFrom('contour').where('ramification_id', '=', ramificationId).execute();
}
