/** Operations on declared resources: right, scope, version, write and journal, in that order, the same for all. */
import type {
  ListQuery,
  Resource,
  ResourceRow,
  TableColumn,
  WrittenScreen,
  Suppression,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { tableOf } from '#src/platform/database/tables.ts';
import { AppError, duplicateAs, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow, type ListReply, type ListSource } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { removeAll, type TargetsOf } from './removal.ts';
import { hasEntite, listSourceOf, type ResourceDeclaration } from './resource.ts';
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  type StoredRow,
  updateRecord,
} from './resource.repository.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';

type Values = Record<string, unknown>;

export interface ResourceService {
  list: (person: Person, query: ListQuery) => Promise<WrittenJson<ListReply<ResourceRow>>>;
  find: (person: Person, id: number) => Promise<ResourceRow>;
  create: (person: Person, values: Values, requestId: string) => Promise<ResourceRow>;
  /**
   * @param version if the record has another one by now, it refuses with 412; null: no check
   * @param refuseLower refuses a change that lowers amounts due (409 `conflit.baisse`), for resources that `lowers`
   * them
   */
  patch: (
    person: Person,
    id: number,
    values: Values,
    version: number | null,
    requestId: string,
    refuseLower?: boolean,
  ) => Promise<ResourceRow>;
  remove: (person: Person, id: number, requestId: string, refuseLower?: boolean) => Promise<void>;
  /** Removes each record that can be removed, and returns why the others stay. */
  removeMany: (person: Person, targets: TargetsOf, requestId: string) => Promise<Suppression>;
  keys: (person: Person, query: ListQuery, except: readonly number[]) => Promise<number[]>;
  /** The rows of a query, for exports; absent: the list has no export. */
  narrow?: (person: Person, query: ListQuery) => NarrowedList<ResourceRow>;
}

/** A resource with its own service behind the declared schemas and routes. */
export interface ServedResource {
  resource: Resource;
  serve: (db: Database) => ResourceService;
  /** Domain that owns it, for the journal. */
  domain: string;
  /** Its screens, if there are several. */
  screens?: readonly WrittenScreen[];
  /** Columns of its export; absent: every displayed field. */
  columns?: readonly TableColumn<ResourceRow>[];
}

/** @throws AppError 412 if the client read another version */
export function demandVersion(version: number | null, stored: { version: number }): void {
  if (version !== null && version !== stored.version)
    throw new AppError(
      'version.perimee',
      "Quelqu'un d'autre a modifié cet élément entre-temps. Rechargez-le pour voir ses changements, puis refaites les vôtres.",
    );
}

const entiteOf = (declaration: ResourceDeclaration, row: Values): number | null =>
  hasEntite(declaration) ? ((row['entite_id'] ?? row['entite'] ?? null) as number | null) : null;

const actOn = (
  { resource, domain }: ResourceDeclaration,
  entiteId: number | null,
  { person, requestId, acte, id }: { person: Person; requestId: string; acte: Acte; id: number },
) => ({
  entiteId: resource.path === 'entites' ? id : entiteId,
  utilisateurId: person.id,
  acte,
  domaine: domain,
  ressource: resource.path,
  id,
  requestId,
});

/**
 * Creates a record in the caller's transaction.
 * @throws AppError as a request would
 */
export async function createRecord(
  trx: OpenTransaction,
  declaration: ResourceDeclaration,
  person: Person,
  values: Values,
  requestId: string,
): Promise<StoredRow> {
  const { resource, scope, duplicates = {} } = declaration;
  demand(person, resource.screen, 'Créer');
  scope.demandWritable(person, entiteOf(declaration, values));
  const row = await duplicateAs(duplicates, () => insertRecord(trx, declaration, values));
  const act = { person, requestId, acte: 'créer', id: row.id } as const;
  await writeJournal(trx, { ...actOn(declaration, entiteOf(declaration, row), act), apres: row });
  return row;
}

export function resourceService(db: Database, declaration: ResourceDeclaration): ResourceService {
  const { resource, scope, duplicates = {} } = declaration;
  const source: ListSource<ResourceRow> = listSourceOf(declaration);
  const conditions = (person: Person) => [scope.visible(person, resource.alias)];
  const reader = readerOf(db, (person, query: ListQuery) => ({
    source,
    conditions: conditions(person),
    ...narrowingOf(query),
  }));
  async function find(person: Person, id: number): Promise<ResourceRow> {
    const row = await findRow(db, source, id, { conditions: conditions(person) });
    if (!row) throw notFound();
    return row;
  }

  const journal = (person: Person, requestId: string, acte: Acte, row: StoredRow) =>
    actOn(declaration, entiteOf(declaration, row), { person, requestId, acte, id: row.id });

  async function remove(person: Person, id: number, requestId: string): Promise<void> {
    demand(person, resource.screen, 'Supprimer');
    await find(person, id);
    await refuseLinked(db, tableOf(resource.path), id, () =>
      db.transaction().execute(async (trx) => {
        const before = await lockRecord(trx, declaration, id);
        if (!before) throw notFound();
        scope.demandWritable(person, entiteOf(declaration, before));
        await deleteRecord(trx, declaration, id);
        await writeJournal(trx, { ...journal(person, requestId, 'supprimer', before), avant: before });
      }),
    );
  }

  return {
    ...reader,
    find,
    remove,

    async create(person, values, requestId) {
      const { id } = await db
        .transaction()
        .execute((trx) => createRecord(trx, declaration, person, values, requestId));
      return find(person, id);
    },

    async patch(person, id, values, version, requestId) {
      demand(person, resource.screen, 'Modifier');
      await find(person, id);
      await db.transaction().execute(async (trx) => {
        const before = await lockRecord(trx, declaration, id);
        if (!before) throw notFound();
        scope.demandWritable(person, entiteOf(declaration, before));
        demandVersion(version, before);
        if (Object.keys(values).length === 0) return;
        const after = await duplicateAs(duplicates, () => updateRecord(trx, declaration, id, values));
        if (after.version !== before.version)
          await writeJournal(trx, {
            ...journal(person, requestId, 'modifier', after),
            avant: before,
            apres: after,
          });
      });
      return find(person, id);
    },

    async removeMany(person, targets, requestId) {
      demand(person, resource.screen, 'Supprimer');
      return removeAll(targets, (id) => remove(person, id, requestId));
    },
  };
}
