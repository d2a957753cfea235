import type { Person } from '#src/platform/access/person.ts';

/** The record to edit, and the person who edits it. */
export interface Edition {
  person: Person;
  entiteId: number;
  id: number;
  /** Refuses the edit if the record has another version by now; null: the last writer wins. */
  version: number | null;
  requestId: string;
}
