/** Serves the built web applications, from the same origin as the API. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from './problem.ts';

/** Addresses for programs: an unknown one is an error, not a page. */
const PROGRAM_PATHS = /^\/(v2|uploads|docs|health|ready|metrics|login_check)(\/|$)/;
/** The agents' application on phones: its service worker controls everything below this path. */
const TERRAIN = '/terrain/';

const isBuilt = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));
/** The page of an application is never cached: it names the files of the last build. */
const sendPage = (reply: FastifyReply, folder: string): FastifyReply =>
  reply.header('cache-control', 'no-cache').sendFile('index.html', folder, { cacheControl: false });

function serveFiles(app: FastifyInstance, folder: string, prefix: string, decorateReply: boolean) {
  return app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file: string) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * @param folder build of the back office; without it only the API is served
 * @param terrain build of the agents' application
 * @param sounds of the agents' application that the operator added; the folder may be missing
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  terrain: string,
  sounds = '',
): Promise<void> {
  const built = isBuilt(folder);
  const withTerrain = isBuilt(terrain);
  const page = { config: { open: true }, exposeHeadRoute: true, schema: { hide: true } };
  if (built) {
    await serveFiles(app, folder, '/', true);
    app.get('/', page, (_request, reply) => sendPage(reply, folder));
  }
  if (withTerrain) {
    await serveFiles(app, terrain, TERRAIN, !built);
    if (existsSync(sounds)) await serveFiles(app, sounds, `${TERRAIN}voix/`, false);
    app.get(TERRAIN, page, (_request, reply) => sendPage(reply, terrain));
    // the code of a device is after a #, which browsers keep on a redirect
    app.get(TERRAIN.slice(0, -1), page, (_request, reply) => reply.redirect(TERRAIN, 308));
  }
  app.setNotFoundHandler((request, reply) => {
    // Only the path tells whether a file is meant: queries contain dots in column names. No page's path begins with a
    // dot.
    const [address = ''] = request.url.split('?', 1);
    const wantsPage =
      request.method === 'GET' && !PROGRAM_PATHS.test(address) && !/\/\.|\.\w+$/.test(address);
    if (withTerrain && wantsPage && address.startsWith(TERRAIN)) return sendPage(reply, terrain);
    if (built && wantsPage) return sendPage(reply, folder);
    throw new AppError('introuvable', `L'adresse « ${request.url.slice(0, 200)} » n'existe pas.`);
  });
}
