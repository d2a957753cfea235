/** The built web application, served from the same origin as the API. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './problem.ts';

/** Addresses that belong to programs: an unknown one is an error, not a page. */
const PROGRAMS = /^\/(v2|uploads|docs|health|ready|metrics|login_check)(\/|$)/;

/** @param folder the build; without it only the API is served */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      setHeaders: (reply, file: string) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  const page = { config: { open: true }, schema: { hide: true } };
  if (built) app.get('/', page, (_request, reply) => reply.sendFile('index.html', { cacheControl: false }));
  app.setNotFoundHandler((request, reply) => {
    // Only the path says whether a file is meant: a list's order and filters name columns with dots. No page begins with one.
    const [address = ''] = request.url.split('?', 1);
    const wantsPage = request.method === 'GET' && !PROGRAMS.test(address) && !/\/\.|\.\w+$/.test(address);
    if (built && wantsPage)
      return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
    throw new AppError('introuvable', `L'adresse « ${request.url.slice(0, 200)} » n'existe pas.`);
  });
}
