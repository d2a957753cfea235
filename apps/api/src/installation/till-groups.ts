/** The ready groups for tills, which an installation of before does not have. */
import { GROUPES_CAISSE } from '@octroi/contract';
import { sql } from 'kysely';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { GROUPES } from './groupes.ts';

const READY = GROUPES.filter(({ nom }) => Object.hasOwn(GROUPES_CAISSE, nom));

/** Whether a group of this name exists, or existed until a person renamed or removed it. */
async function isKnown(trx: OpenTransaction, nom: string): Promise<boolean> {
  const { rows } = await sql`
    select from groupe where texte_compare(nom) = texte_compare(${nom})
    union all
    select from journal where ressource = 'groups' and avant ->> 'nom' = ${nom} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Adds those that are missing, with their permissions, once the navigation entries exist.
 * @returns number of groups added
 */
export function addTillGroups(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // servers that start together wait for one another
    await sql`lock table groupe in share row exclusive mode`.execute(trx);
    const added: { id: number; nom: string; description: string }[] = [];
    for (const { nom, description, grants } of READY) {
      if (await isKnown(trx, nom)) continue;
      const { id } = await trx
        .insertInto('groupe')
        .values({ nom, description })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`
        insert into permission (groupe_id, navigation_id, nom)
        select ${id}::int, n.id, accord.nom
        from unnest(${grants.map(({ cle }) => cle)}::text[], ${grants.map((grant) => grant.nom)}::text[]) accord (cle, nom)
        join navigation n using (cle)`.execute(trx);
      added.push({ id, nom, description });
    }
    await writeJournals(
      trx,
      added.map(({ id, ...apres }) => ({
        entiteId: null,
        utilisateurId: null,
        acte: 'créer' as const,
        domaine: 'administration' as const,
        ressource: 'groups' as const,
        id,
        apres,
      })),
    );
    return added.length;
  });
}
