// The web's development server; what is not the web's goes to the API.
import path from 'node:path';
import { createServer } from 'vite';
import { root } from './setup.mjs';

const API_PATHS = ['/v2', '/uploads', '/docs', '/login_check', '/health', '/ready'];
const target = `http://127.0.0.1:${process.env.PORT || 3000}`;

const server = await createServer({
  root: path.join(root, 'apps/web'),
  configFile: path.join(root, 'apps/web/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(API_PATHS.map((prefix) => [prefix, { target }])),
  },
});
await server.listen();
server.printUrls();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => void server.close().finally(() => process.exit(0)));
}
