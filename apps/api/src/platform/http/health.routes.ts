/** Health checks: whether the process is alive, and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { within } from '#src/platform/within.ts';
import { AppError } from './problem.ts';

/** A monitor should get an answer, not wait. */
const PATIENCE_MS = 2000;

const reply = z.object({ status: z.literal('ok') });

/** Checks of what serving needs; each throws on a fault. */
export interface Checks {
  base: () => Promise<unknown>;
  disque: () => Promise<unknown>;
  travaux: () => Promise<unknown>;
}

/** Public message of each failed check; its cause is only logged. */
const MESSAGES: Record<keyof Checks, string> = {
  base: 'La base de données ne répond pas.',
  disque: 'Le disque des données est plein, ou près de l’être.',
  travaux: 'Un travail attend depuis plus de deux minutes sans que personne ne le fasse.',
};

/** @param patience milliseconds in which a check must answer */
export function healthRoutes(app: FastifyInstance, parts: Checks, patience = PATIENCE_MS): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = {
    config: { open: true },
    // some monitors send HEAD requests
    exposeHeadRoute: true,
    logLevel: 'warn',
    schema: { tags: ['Exploitation'], response: { 200: reply } },
  } as const;
  routes.get('/health', options, () => ({ status: 'ok' as const }));
  routes.get('/ready', options, async (request) => {
    const names = Object.keys(MESSAGES) as (keyof Checks)[];
    const results = await Promise.allSettled(names.map((name) => within(patience, parts[name]())));
    const failed = results.flatMap((end, rank) => {
      const field = names[rank] as keyof Checks;
      // jobs are read from the database: without it, nothing is known about them
      if (end.status === 'fulfilled' || (field === 'travaux' && results[0]?.status === 'rejected')) return [];
      request.log.error({ err: end.reason as Error, part: field }, 'not ready');
      return [{ field, message: MESSAGES[field] }];
    });
    if (failed.length > 0)
      throw new AppError('serveur.indisponible', failed.map(({ message }) => message).join(' '), failed);
    return { status: 'ok' as const };
  });
}
