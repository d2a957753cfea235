/**
 * The navigation entries of the database, synchronised with the register of screens at every start. The register
 * decides on its own screens; entries made by hand are not changed.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  GROUPE,
  type ScreenModule,
  type Permission,
  type Screen,
  type ScreenKey,
  SCREENS,
  MODULE_SCREENS,
} from '@octroi/contract';
import { sql } from 'kysely';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';

export interface Navigation extends Screen {
  cle: ScreenKey;
  module: ScreenModule;
  permissions: readonly Permission[];
}

/** Screens with rights of their own, in the order of the menu. */
export const NAVIGATIONS: readonly Navigation[] = MODULE_SCREENS.flatMap(({ module, screens }) =>
  screens.flatMap((key) => {
    const screen = SCREENS[key];
    if (!('permissions' in screen)) return [];
    const { nom, icon, url, permissions } = screen;
    return [{ cle: key as ScreenKey, nom, icon, url, module, permissions }];
  }),
);

type Stored = Record<keyof Navigation, unknown> & { id: number };

const readStored = async (queries: Queries): Promise<Stored[]> =>
  (
    await sql<Stored>`select id, cle, nom, icon, url, module, permissions from navigation order by id`.execute(
      queries,
    )
  ).rows;

/** Adds new entries and updates changed ones; permissions no longer offered are revoked. */
async function store(trx: OpenTransaction, entries: readonly Navigation[]): Promise<void> {
  for (const { cle, nom, icon, url, module, permissions } of entries) {
    await sql`delete from permission where navigation_id = (select id from navigation where cle = ${cle})
      and nom <> all (${permissions}::text[])`.execute(trx);
    await sql`
      insert into navigation (cle, nom, icon, url, module, permissions)
      values (${cle}, ${nom}, ${icon}, ${url}, ${module}, ${permissions}::text[])
      on conflict (cle) do update set nom = excluded.nom, icon = excluded.icon, url = excluded.url,
        module = excluded.module, permissions = excluded.permissions`.execute(trx);
  }
}

/** Removes entries of removed screens with their permissions, except those made by hand. */
async function removeGone(trx: OpenTransaction): Promise<void> {
  await sql`
    delete from navigation n where cle <> all (${NAVIGATIONS.map(({ cle }) => cle)}::text[]) and not exists (
      select from journal where ressource = 'navigations' and enregistrement_id = n.id and utilisateur_id is not null)`.execute(
    trx,
  );
}

/** Super Admin may do everything, which its permissions show. */
async function grantSuperAdmin(trx: OpenTransaction): Promise<void> {
  await sql`
    insert into permission (groupe_id, navigation_id, nom)
    select g.id, n.id, unnest(n.permissions) from groupe g cross join navigation n
    where g.nom = ${GROUPE.superAdmin} on conflict do nothing`.execute(trx);
}

/**
 * Synchronises the navigation entries with the register. A new screen is granted to Super Admin only.
 * @returns number of entries added, changed or removed
 */
export function keepNavigations(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // servers that start together wait for one another
    await sql`lock table navigation in share row exclusive mode`.execute(trx);
    const before = await readStored(trx);
    const same = ({ id: _id, ...stored }: Stored, entry: Navigation): boolean =>
      isDeepStrictEqual(stored, { ...entry });
    await store(
      trx,
      NAVIGATIONS.filter((entry) => !before.some((stored) => same(stored, entry))),
    );
    await removeGone(trx);
    await grantSuperAdmin(trx);
    const after = await readStored(trx);
    const was = new Map(before.map((row) => [row.id, row]));
    const is = new Map(after.map((row) => [row.id, row]));
    const changes = [...new Set([...was.keys(), ...is.keys()])].filter(
      (id) => !isDeepStrictEqual(was.get(id), is.get(id)),
    );
    await writeJournals(
      trx,
      changes.map((id) => ({
        entiteId: null,
        utilisateurId: null,
        acte: was.has(id) ? (is.has(id) ? 'modifier' : 'supprimer') : 'créer',
        domaine: 'administration',
        ressource: 'navigations',
        id,
        avant: was.get(id),
        apres: is.get(id),
      })),
    );
    return changes.length;
  });
}
