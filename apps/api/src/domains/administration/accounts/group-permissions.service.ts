/** The permissions of a group, read and replaced as a whole (specification 1 sections 2 and 6). */
import { formatNumber, type Grant, type GroupPermissions, groups } from '@octroi/contract';
import { demand, demandSuperAdmin, demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import {
  findGroupe,
  lockGroupe,
  readEntries,
  replaceGrants,
  touchGroupe,
} from './group-permissions.repository.ts';

type Entries = GroupPermissions['navigations'];

/** The grants, as the journal stores them. */
const journaled = (entries: Entries): Record<string, string[]> =>
  Object.fromEntries(
    entries.filter(({ accordees }) => accordees.length > 0).map(({ cle, accordees }) => [cle, accordees]),
  );

/** @throws AppError 400 for a permission that no navigation entry offers */
function demandOffered(entries: Entries, grants: readonly Grant[]): void {
  for (const { navigation, nom } of grants) {
    const entry = entries.find(({ id }) => id === navigation);
    if (!entry)
      throw invalid(
        'permissions',
        `L'entrée de navigation d'identifiant ${formatNumber(navigation)} n'existe pas.`,
      );
    if (!entry.permissions.includes(nom))
      throw invalid('permissions', `L'entrée « ${entry.nom} » n'a pas de droit « ${nom} ».`);
  }
}

export function groupPermissionService(db: Database) {
  async function find(person: Person, id: number): Promise<GroupPermissions> {
    demandUtilisateur(person);
    // everybody may read the permissions of their own group
    if (id !== person.groupe?.id) demand(person, 'roles', 'Voir');
    const [groupe, navigations] = await Promise.all([findGroupe(db, id), readEntries(db, id)]);
    if (!groupe) throw notFound();
    const { version, nom } = groupe;
    return { groupe: { id, nom }, version, navigations };
  }

  return {
    find,
    /** @param version of the group that the caller read; null: the last writer wins */
    async replace(
      person: Person,
      id: number,
      body: { permissions: readonly Grant[] },
      version: number | null,
      requestId: string,
    ): Promise<GroupPermissions> {
      demand(person, 'roles', 'Modifier');
      demandSuperAdmin(person);
      const grants = body.permissions;
      await db.transaction().execute(async (trx) => {
        const groupe = await lockGroupe(trx, id);
        if (!groupe) throw notFound();
        demandVersion(version, groupe);
        const before = await readEntries(trx, id);
        demandOffered(before, grants);
        await replaceGrants(
          trx,
          id,
          grants.map(({ navigation }) => navigation),
          grants.map(({ nom }) => nom),
        );
        const [avant, apres] = [journaled(before), journaled(await readEntries(trx, id))];
        if (JSON.stringify(avant) === JSON.stringify(apres)) return;
        await touchGroupe(trx, id);
        await writeJournal(trx, {
          entiteId: null,
          utilisateurId: person.id,
          acte: 'changer les permissions',
          domaine: 'administration',
          ressource: groups.path,
          id,
          avant: { nom: groupe.nom, permissions: avant },
          apres: { nom: groupe.nom, permissions: apres },
          requestId,
        });
      });
      return find(person, id);
    },
  };
}
