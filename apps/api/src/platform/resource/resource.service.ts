/** Acts on declared resources: right, scope, version, write and journal, in that order, for each of them alike. */
import type { ListQuery, ResourceRow } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { bumpFreshness } from '#src/platform/freshness.ts';
import { AppError, notFound, toAppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  filtersOf,
  findRow,
  type ListReply,
  type ListSource,
  type Narrowed,
  readKeys,
  readList,
} from '#src/platform/listing/listing.ts';
import { MAX_SELECTION } from '#src/platform/listing/selection.ts';
import { hasEntite, listSourceOf, type ResourceDeclaration } from './resource.ts';
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  type StoredRow,
  updateRecord,
} from './resource.repository.ts';

type Values = Record<string, unknown>;

export interface Refusal {
  id: number;
  message: string;
}

export interface ResourceService {
  list: (person: Person, query: ListQuery) => Promise<ListReply<ResourceRow>>;
  find: (person: Person, id: number) => Promise<ResourceRow>;
  create: (person: Person, values: Values, requestId: string) => Promise<ResourceRow>;
  /** @param version refuses with 412 when the record has another by now; null: the last writer wins */
  patch: (
    person: Person,
    id: number,
    values: Values,
    version: number | null,
    requestId: string,
  ) => Promise<ResourceRow>;
  remove: (person: Person, id: number, requestId: string) => Promise<void>;
  /** Removes what can be removed, one by one, and says why the others stay. */
  removeMany: (person: Person, ids: readonly number[], requestId: string) => Promise<Refusal[]>;
  keys: (person: Person, query: ListQuery, except: readonly number[]) => Promise<number[]>;
}

export function resourceService(db: Database, declaration: ResourceDeclaration): ResourceService {
  const { resource, scope, domain } = declaration;
  const source: ListSource<ResourceRow> = listSourceOf(declaration);
  const conditions = (person: Person) => [scope.visible(person, resource.alias)];
  const narrowed = (person: Person, query: ListQuery): Narrowed => ({
    conditions: conditions(person),
    filters: filtersOf(query),
  });
  const entiteOf = (row: Values): number | null =>
    hasEntite(declaration) ? ((row['entite_id'] ?? row['entite'] ?? null) as number | null) : null;

  async function find(person: Person, id: number): Promise<ResourceRow> {
    const row = await findRow(db, source, id, { conditions: conditions(person) });
    if (!row) throw notFound();
    return row;
  }

  function journal(person: Person, requestId: string, acte: string, row: StoredRow) {
    return {
      entiteId: declaration.table === 'entite' ? row.id : entiteOf(row),
      utilisateurId: person.id,
      acte,
      domaine: domain,
      ressource: resource.path,
      id: row.id,
      requestId,
    };
  }

  async function remove(person: Person, id: number, requestId: string): Promise<void> {
    demand(person, resource.navigation, 'Supprimer');
    await find(person, id);
    await db.transaction().execute(async (trx) => {
      const before = await lockRecord(trx, declaration, id);
      if (!before) throw notFound();
      scope.demandWritable(person, entiteOf(before));
      await deleteRecord(trx, declaration, id);
      await writeJournal(trx, { ...journal(person, requestId, 'supprimer', before), avant: before });
    });
    bumpFreshness();
  }

  return {
    list: (person, query) => readList(db, source, narrowed(person, query), query),
    find,
    remove,
    keys: (person, query, except) => readKeys(db, source, narrowed(person, query), except, MAX_SELECTION + 1),

    async create(person, values, requestId) {
      demand(person, resource.navigation, 'Créer');
      scope.demandWritable(person, entiteOf(values));
      const id = await db.transaction().execute(async (trx) => {
        const row = await insertRecord(trx, declaration, values);
        await writeJournal(trx, { ...journal(person, requestId, 'créer', row), apres: row });
        return row.id;
      });
      bumpFreshness();
      return find(person, id);
    },

    async patch(person, id, values, version, requestId) {
      demand(person, resource.navigation, 'Modifier');
      await find(person, id);
      await db.transaction().execute(async (trx) => {
        const before = await lockRecord(trx, declaration, id);
        if (!before) throw notFound();
        scope.demandWritable(person, entiteOf(before));
        if (version !== null && version !== before.version)
          throw new AppError(
            'version.perimee',
            "Quelqu'un d'autre a modifié cet élément entre-temps. Rechargez-le pour voir ses changements, puis refaites les vôtres.",
          );
        if (Object.keys(values).length === 0) return;
        const after = await updateRecord(trx, declaration, id, values);
        if (after.version !== before.version)
          await writeJournal(trx, {
            ...journal(person, requestId, 'modifier', after),
            avant: before,
            apres: after,
          });
      });
      bumpFreshness();
      return find(person, id);
    },

    async removeMany(person, ids, requestId) {
      demand(person, resource.navigation, 'Supprimer');
      const refusals: Refusal[] = [];
      for (const id of ids) {
        try {
          await remove(person, id, requestId);
        } catch (error) {
          const known = toAppError(error);
          if (!known) throw error;
          refusals.push({ id, message: known.message });
        }
      }
      return refusals;
    },
  };
}
