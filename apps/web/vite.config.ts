import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/lib/precompress.mjs';

/** Address of the API during development. */
const api = process.env.OCTROI_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), precompress()],
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
        // code needed together is bundled together instead of in eighty small files: first what every page needs, then
        // fields (used by the sign-in), then what many screens use (`use-list` keeps the address of any), what is around
        // each screen, then lists
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
              test: /@mantine\/(core|hooks)\/.*\/(Input|InputBase|TextInput|PasswordInput|InputWrapper|Skeleton|Alert|CloseButton|ActionIcon|use-id|use-uncontrolled|use-resolved-styles-api|random-id|use-reduced-motion|use-media-query)|IconPlayer|web\/src\/ui\/Brand/,
              priority: 2,
            },
            {
              name: 'cadre',
              test: /node_modules\/(@mantine|@tabler|@floating-ui|react-remove-scroll)|web\/src\/ui\/(?!list\/(?!use-list))/,
              minShareCount: 6,
              priority: 1,
            },
            // each screen asks for these as soon as it is drawn
            {
              name: 'coque',
              test: /web\/src\/shell\/(?!menu-page)|@mantine\/(notifications|modals)|@mantine\/core\/.*\/(Modal|ModalBase)\/|react-remove-scroll|use-force-update|use-mantine-color-scheme|get-style-object/,
            },
            {
              name: 'liste',
              test: /node_modules\/@tanstack\/[a-z]+-?(table|virtual)|web\/src\/ui\/(list|territory|period)\//,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
