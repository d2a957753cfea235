/** What a domain gives the search box: it finds what is its own. */
import type { Trouvaille } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';

/** The best of one kind or more, within what the person may list and sees; nothing of the others. */
export type Finder = (person: Person, typed: string) => Promise<Trouvaille[]>;
