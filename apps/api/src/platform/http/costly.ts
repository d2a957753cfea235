/** Limits concurrent requests per person that cost much more than a page. */
import type { FastifyInstance } from 'fastify';
import { limitPerPerson } from '#src/platform/concurrency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Draws a file or reads a whole list: limited per person until the reply has ended. */
    costly?: boolean;
  }
}

/** Route extras of a costly request. */
export const COSTLY = { config: { costly: true } } as const;

/**
 * Requires the session plugin, which identifies the person.
 * @param most concurrent costly requests per person
 */
export function boundCostly(app: FastifyInstance, most: number): void {
  const limit = limitPerPerson(
    most,
    `Vous avez déjà ${most} fichiers ou sélections en préparation. Attendez que l’un d’eux soit prêt, et redemandez celui-ci.`,
  );
  app.addHook('onRequest', async (request, { raw }) => {
    if (!request.routeOptions.config.costly) return;
    const leave = limit.enter(request.person.id);
    // a file counts until it is sent or its connection is closed
    raw.once('close', leave);
  });
}
