/** Whether the process lives, and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { within } from '#src/platform/within.ts';
import { AppError } from './problem.ts';

/** Whoever asks looks elsewhere rather than waits. */
const PATIENCE_MS = 2000;

const reply = z.object({ status: z.literal('ok') });

/** What serving needs: each resolves where it is well, and throws where it is not. */
export interface Parts {
  base: () => Promise<unknown>;
  disque: () => Promise<unknown>;
  travaux: () => Promise<unknown>;
}

/** What is told of a part that is not well; how it is not, the log says. */
const TOLD: Record<keyof Parts, string> = {
  base: 'La base de données ne répond pas.',
  disque: 'Le disque des données est plein, ou près de l’être.',
  travaux: 'Un travail attend depuis plus de deux minutes sans que personne ne le fasse.',
};

/** @param patience milliseconds that a silent part has */
export function healthRoutes(app: FastifyInstance, parts: Parts, patience = PATIENCE_MS): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = {
    config: { open: true },
    // some monitors ask for the head alone
    exposeHeadRoute: true,
    logLevel: 'warn',
    schema: { tags: ['Exploitation'], response: { 200: reply } },
  } as const;
  routes.get('/health', options, () => ({ status: 'ok' as const }));
  routes.get('/ready', options, async (request) => {
    const names = Object.keys(TOLD) as (keyof Parts)[];
    const ends = await Promise.allSettled(names.map((name) => within(patience, parts[name]())));
    const failed = ends.flatMap((end, rank) => {
      const field = names[rank] as keyof Parts;
      // works are told of by the database: without it, nothing is known of them
      if (end.status === 'fulfilled' || (field === 'travaux' && ends[0]?.status === 'rejected')) return [];
      request.log.error({ err: end.reason as Error, part: field }, 'not ready');
      return [{ field, message: TOLD[field] }];
    });
    if (failed.length > 0)
      throw new AppError('serveur.indisponible', failed.map(({ message }) => message).join(' '), failed);
    return { status: 'ok' as const };
  });
}
