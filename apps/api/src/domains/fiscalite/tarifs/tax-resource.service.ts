/**
 * Resources of the screen « Taxes »: taxes, applications and précisions share their rights and differ in their acts.
 */
import type { ListQuery, ResourceRow } from '@octroi/contract';
import type { RawBuilder } from 'kysely';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { type ListSource, narrowingOf } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { removeAll } from '#src/platform/resource/removal.ts';
import type { ResourceService } from '#src/platform/resource/resource.service.ts';

/** Whether to refuse a change that lowers amounts due; absent: no. */
interface Refusing {
  refuseLower?: true;
}
type Values = Record<string, unknown>;

interface TaxResource {
  list: ListSource<ResourceRow>;
  visible: (person: Person) => RawBuilder<boolean>;
  /** @throws AppError 404 */
  read: (queries: Queries, person: Person, id: number) => Promise<ResourceRow>;
  /** @returns the id */
  create: (person: Person, values: Values, requestId: string) => Promise<number>;
  change: (
    person: Person,
    change: { id: number; values: Values; version: number | null } & Refusing,
    requestId: string,
  ) => Promise<void>;
  remove: (person: Person, removal: { id: number } & Refusing, requestId: string) => Promise<void>;
}

export function taxResourceService(
  db: Database,
  { list, visible, read, create, change, remove }: TaxResource,
): ResourceService {
  const refusing = (refuseLower?: boolean): Refusing => (refuseLower ? { refuseLower } : {});
  return {
    ...readerOf(db, (person, query: ListQuery) => {
      demand(person, 'taxes', 'Lister');
      return { source: list, conditions: [visible(person)], ...narrowingOf(query) };
    }),
    find(person, id) {
      demand(person, 'taxes', 'Voir');
      return read(db, person, id);
    },
    create: async (person, values, requestId) => read(db, person, await create(person, values, requestId)),
    async patch(person, id, values, version, requestId, refuseLower) {
      await change(person, { id, values, version, ...refusing(refuseLower) }, requestId);
      return read(db, person, id);
    },
    remove: (person, id, requestId, refuseLower) =>
      remove(person, { id, ...refusing(refuseLower) }, requestId),
    async removeMany(person, targets, requestId) {
      demand(person, 'taxes', 'Supprimer');
      return removeAll(targets, (id) => remove(person, { id }, requestId));
    },
  };
}
