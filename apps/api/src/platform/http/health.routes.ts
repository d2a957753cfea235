/** Whether the process lives, and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from './problem.ts';

const reply = z.object({ status: z.literal('ok') });

/** @param ping resolves when the database answers */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<unknown>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = {
    config: { open: true },
    logLevel: 'warn',
    schema: { tags: ['Exploitation'], response: { 200: reply } },
  } as const;
  routes.get('/health', options, () => ({ status: 'ok' as const }));
  routes.get('/ready', options, async (request) => {
    try {
      await ping();
    } catch (error) {
      request.log.error({ err: error }, 'database does not answer');
      throw new AppError('serveur.indisponible', 'La base de données ne répond pas.');
    }
    return { status: 'ok' as const };
  });
}
