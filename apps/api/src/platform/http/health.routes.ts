/** Whether the process lives, and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { within } from '#src/platform/within.ts';
import { AppError } from './problem.ts';

/** Whoever asks looks elsewhere rather than waits. */
const PATIENCE_MS = 2000;

const reply = z.object({ status: z.literal('ok') });

/**
 * @param ping resolves when the database answers
 * @param patience milliseconds that a silent one has
 */
export function healthRoutes(
  app: FastifyInstance,
  ping: () => Promise<unknown>,
  patience = PATIENCE_MS,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = {
    config: { open: true },
    logLevel: 'warn',
    schema: { tags: ['Exploitation'], response: { 200: reply } },
  } as const;
  routes.get('/health', options, () => ({ status: 'ok' as const }));
  routes.get('/ready', options, async (request) => {
    try {
      await within(patience, ping());
    } catch (error) {
      request.log.error({ err: error }, 'database does not answer');
      throw new AppError('serveur.indisponible', 'La base de données ne répond pas.');
    }
    return { status: 'ok' as const };
  });
}
