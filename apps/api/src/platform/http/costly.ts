/** Calls that cost much more than a page: of each person, a few at the same moment. */
import type { FastifyInstance } from 'fastify';
import { limitPerPerson } from '#src/platform/concurrency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Draws a file, or reads a whole list: bounded for each person, from the call to the end of its answer. */
    costly?: boolean;
  }
}

/** What a route that is costly adds to its endpoint. */
export const COSTLY = { config: { costly: true } } as const;

/**
 * After the session's plugin, which says whose a call is.
 * @param most costly calls of one person at the same moment
 */
export function boundCostly(app: FastifyInstance, most: number): void {
  const limit = limitPerPerson(
    most,
    `Vous avez déjà ${most} fichiers ou sélections en préparation. Attendez que l’un d’eux soit prêt, et redemandez celui-ci.`,
  );
  app.addHook('onRequest', async (request, { raw }) => {
    if (!request.routeOptions.config.costly) return;
    const leave = limit.enter(request.person.id);
    // a file is on its way until it is taken, or nobody waits for it any more
    raw.once('close', leave);
  });
}
