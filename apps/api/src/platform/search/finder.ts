/** Search in one domain, for the search box. */
import type { Trouvaille } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';

/** The best results of one or more kinds, within the person's rights and scope. */
export type Finder = (person: Person, typed: string) => Promise<Trouvaille[]>;
