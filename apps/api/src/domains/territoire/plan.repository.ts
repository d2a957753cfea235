/** A collectivité's territory as a plan is laid over it, and the sub-entities that a plan brings. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';
import type { Niveau, Place, Standing } from './plan-tree.ts';

export interface Ground {
  /** The collectivité's own. */
  code: string;
  types: Niveau[];
  /** Those above before those beneath. */
  standing: Standing[];
}

/** Undefined where there is no such collectivité. */
export async function readGround(queries: Queries, entiteId: number): Promise<Ground | undefined> {
  const entite = await queries
    .selectFrom('entite')
    .select('code')
    .where('id', '=', entiteId)
    .executeTakeFirst();
  if (!entite) return undefined;
  const types = await queries
    .selectFrom('type_ramification')
    .select(['id', 'nom', 'niveau'])
    .where('enabled', '=', true)
    .orderBy('niveau')
    .orderBy('id')
    .execute();
  const { rows } = await sql<Standing>`
    select r.id, r.nom, r.code, r.parent_id as parent, c.ramification_id is not null as contour,
      json_build_object('id', t.id, 'nom', t.nom, 'niveau', t.niveau) as type
    from ramification r join type_ramification t on t.id = r.type_id
    left join contour c on c.ramification_id = r.id
    where r.entite_id = ${entiteId} order by t.niveau, r.id`.execute(queries);
  return { code: entite.code, types, standing: rows };
}

/** Lets nobody else change the territory of a collectivité until the transaction ends. */
export async function lockTerritory(trx: OpenTransaction, entiteId: number): Promise<void> {
  await trx.selectFrom('entite').select('id').where('id', '=', entiteId).forNoKeyUpdate().execute();
}

/** Rows of a statement: its parameters are numbered in two bytes. */
const AT_ONCE = 1000;

/** Makes active sub-entities whose parents stand, and gives each its id. */
export async function insertPlaces(
  trx: OpenTransaction,
  entiteId: number,
  places: readonly Place[],
): Promise<void> {
  const byCode = new Map(places.map((place) => [place.code, place]));
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const made = await trx
      .insertInto('ramification')
      .values(
        places.slice(at, at + AT_ONCE).map(({ nom, code, type, parent }) => ({
          entite_id: entiteId,
          nom,
          code: code ?? '',
          type_id: type.id,
          parent_id: parent?.id ?? null,
          enabled: true,
        })),
      )
      .returning(['id', 'code'])
      .execute();
    for (const { id, code } of made) (byCode.get(code) as Place).id = id;
  }
}

/** Gives sub-entities without an outline theirs. */
export async function insertContours(trx: OpenTransaction, places: readonly Place[]): Promise<void> {
  for (const { id, forme } of places)
    await trx
      .insertInto('contour')
      .values({ ramification_id: id ?? 0, forme: jsonb(forme) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
