// Development servers of the web and, under /terrain, of the agents' application; all else goes to the API.
import path from 'node:path';
import { createServer } from 'vite';
import { root } from './setup.mjs';

const API_PATHS = ['/v2', '/uploads', '/docs', '/login_check', '/health', '/ready'];
const target = `http://127.0.0.1:${process.env.PORT || 3000}`;
const host = '127.0.0.1';

/** @param {string} app @param {import('vite').InlineConfig} config */
async function serve(app, { server, ...config }) {
  const served = await createServer({
    root: path.join(root, 'apps', app),
    configFile: path.join(root, 'apps', app, 'vite.config.ts'),
    server: { host, ...server },
    ...config,
  });
  await served.listen();
  return served;
}
/** @param {Record<string, string>} others */
const proxied = (others = {}) => ({
  ...Object.fromEntries(API_PATHS.map((prefix) => [prefix, { target }])),
  ...others,
});

/** Redirects to the final slash, as the API does. */
const slash = {
  name: 'octroi-slash',
  configureServer({ middlewares }) {
    middlewares.use((request, reply, next) =>
      request.url === '/terrain' ? reply.writeHead(302, { location: '/terrain/' }).end() : next(),
    );
  },
};
const port = Number(process.env.OCTROI_TERRAIN_PORT ?? 5174);
const terrain = await serve('terrain', {
  server: { port, strictPort: true, proxy: proxied() },
  plugins: [slash],
});
const web = await serve('web', { server: { proxy: proxied({ '/terrain': `http://${host}:${port}` }) } });
web.printUrls();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => void Promise.all([web.close(), terrain.close()]).finally(() => process.exit(0)));
}
