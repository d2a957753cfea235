import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/lib/precompress.mjs';

/** Where the API of the moment listens while the web is served by Vite. */
const api = process.env.OCTROI_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), precompress()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.OCTROI_WEB_PORT ?? 5173),
    strictPort: true,
    // the API takes changes from its own origin alone: the browser's must reach it
    proxy: Object.fromEntries(
      ['/v2', '/uploads', '/docs', '/login_check', '/health', '/ready'].map((path) => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
  build: {
    target: 'es2023',
    // A photo or a font inlined as base64 would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What pages need together travels together instead of in eighty small files: first what every page needs,
        // then what fields need (the sign-in has some), then the frame of all screens (`use-list` keeps the address of any),
        // then that of lists.
        codeSplitting: {
          groups: [
            {
              name: 'socle',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|store|react-store|react-router|router-core|react-query|query-core))\//,
              priority: 4,
            },
            { name: 'commun', tags: ['$initial'], priority: 3 },
            {
              name: 'champs',
              test: /@mantine\/(core|hooks)\/.*\/(Input|InputBase|TextInput|PasswordInput|InputWrapper|Skeleton|Alert|CloseButton|ActionIcon|use-id|use-uncontrolled|use-resolved-styles-api|random-id)/,
              priority: 2,
            },
            {
              name: 'cadre',
              test: /node_modules\/(@mantine|@tabler|@floating-ui|react-remove-scroll)|web\/src\/ui\/(?!list\/(?!use-list))/,
              minShareCount: 20,
              priority: 1,
            },
            {
              name: 'liste',
              test: /node_modules\/@tanstack\/[a-z]+-?(table|virtual)|web\/src\/ui\/list\/(table\/)?List/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
