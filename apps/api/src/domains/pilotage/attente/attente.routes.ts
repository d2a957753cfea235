/** What waits for a person, for the menu: the number of each screen that the rights open, in one call. */
import { type AttenteKey, attenteKeysOf, type AttenteQuery, attenteEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import { routesOf } from '#src/platform/http/routes.ts';

/** Counts within the person's scope and the place. Rights are checked before. */
export type AttenteCount = (person: Person, place: AttenteQuery) => Promise<number>;
/** One per screen, from the domain that lists what waits. */
export type AttenteCounts = Readonly<Record<AttenteKey, AttenteCount>>;

export function attenteRoutes(app: FastifyInstance, counts: AttenteCounts): void {
  const route = routesOf(app, attenteEndpoints, ['Accueil']);
  route('GET /attente', async ({ person, query }) => {
    const numbers = await Promise.all(
      attenteKeysOf(person.grants).map(async (key) => [key, await counts[key](person, query)] as const),
    );
    return { attentes: Object.fromEntries(numbers) };
  });
}
