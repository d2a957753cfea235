import { readFileSync, statSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/lib/precompress.mjs';
import { scaleWithText } from '../../scripts/lib/scale-with-text.mjs';

type Modules = (id: string) => { importers: readonly string[]; importedIds: readonly string[] } | null;

/** Whether a module is the schema library, or declares schemas with it. */
const hasSchemas = (id: string): boolean =>
  id.includes('/node_modules/zod/') ||
  (/contract\/src\/.*\.ts$/.test(id) &&
    /^import (?!type).*from '(zod|.*\/schemas\.ts)'/m.test(readFileSync(id, 'utf8')));

const needing = new Map<string, boolean>();
/** Whether a module needs a schema, itself or by what it imports. */
function needsSchemas(id: string, modules: Modules): boolean {
  const known = needing.get(id);
  if (known !== undefined) return known;
  needing.set(id, false); // ends circular imports
  const needs =
    hasSchemas(id) || (modules(id)?.importedIds ?? []).some((each) => needsSchemas(each, modules));
  needing.set(id, needs);
  return needs;
}

/** Around each screen: the shell, components, and modules of several importers; none that needs a schema. */
const AROUND =
  /node_modules\/(@mantine\/(core|hooks|form|modals|notifications)|@tabler|@floating-ui|react-remove-scroll|@tanstack)|web\/src\/(shell|platform|ui\/(?!chart|map|resource)|domains\/impressions\/pieces\/print)/;
const SHARED = /node_modules\/(@mantine|dayjs|@tabler)|web\/src\/(?!domains\/aide)|contract\/src/;
/** Importers from which a module is shared by all screens; small files are not worth a request of their own. */
const leastImporters = (id: string): number => (statSync(id).size < 8000 ? 2 : 3);
const isFrame = (id: string, modules: Modules): boolean =>
  !needsSchemas(id, modules) &&
  (AROUND.test(id) || (SHARED.test(id) && (modules(id)?.importers.length ?? 0) >= leastImporters(id)));

/** Address of the API during development. */
const api = process.env.OCTROI_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [scaleWithText()] } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.OCTROI_WEB_PORT ?? 5173),
    strictPort: true,
    // the API accepts changes from its own origin only, so the browser's origin is passed on
    proxy: Object.fromEntries(
      ['/v2', '/uploads', '/docs', '/login_check', '/health', '/ready'].map((path) => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
  build: {
    target: 'es2023',
    // the content security policy refuses inlined base64 images and fonts
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What screens share comes in three files, so that a cold list needs few requests: what every page needs, with
        // the sign-in; the frame, lists and forms of the other screens; schemas, which check a form before it is sent.
        codeSplitting: {
          groups: [
            { name: 'commun', tags: ['$initial'], priority: 4 },
            { name: 'schemas', test: hasSchemas, priority: 2 },
            {
              debugName: 'cadre',
              name: (id, context) => (isFrame(id, (each) => context.getModuleInfo(each)) ? 'cadre' : null),
              priority: 3,
            },
          ],
        },
      },
    },
  },
});
