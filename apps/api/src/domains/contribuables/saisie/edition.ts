import type { Person } from '#src/platform/access/person.ts';

/** A record that is edited, and by whom. */
export interface Edition {
  person: Person;
  entiteId: number;
  id: number;
  /** Refuses where the record has another version by now; null: the last writer wins. */
  version: number | null;
  requestId: string;
}
