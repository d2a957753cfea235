import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from '../../scripts/lib/precompress.mjs';

const BASE = '/terrain/';

/** Gives the service worker the list of build files and a version name. */
function precached(): Plugin {
  let folder = '';
  return {
    name: 'octroi-precached',
    apply: 'build',
    configResolved({ publicDir }) {
      folder = publicDir;
    },
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('sw.js is not among what was built');
      const hash = createHash('sha256').update(worker.code);
      for (const [name, one] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)))
        if (one !== worker) hash.update(name).update(one.type === 'chunk' ? one.code : one.source);
      const kept = readdirSync(folder).sort();
      for (const name of kept) hash.update(name).update(readFileSync(path.join(folder, name)));
      const built = Object.keys(bundle).filter((name) => name !== 'sw.js' && name !== 'index.html');
      const files = [BASE, ...[...built, ...kept].map((name) => BASE + name)];
      worker.code = worker.code
        .replace('__FICHIERS__', JSON.stringify(files))
        .replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 12)));
    },
  };
}

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

export default defineConfig({
  base: BASE,
  define: { 'import.meta.env.VITE_TERRAIN_VERSION': JSON.stringify(version) },
  plugins: [precached(), precompress()],
  build: {
    // the last Chrome for old Android phones
    target: 'es2021',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'worker/sw.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
});
