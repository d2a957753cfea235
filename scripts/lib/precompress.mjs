// Compressed copies of built files, so that the server need not compress them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(js|css|html|svg|webmanifest)$/;

/** A Vite plugin that writes a Brotli and a gzip copy of every text file of a build. */
export function precompress() {
  let folder = '';
  return {
    name: 'octroi-precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      for (const name of files.filter((each) => COMPRESSED.test(each))) {
        const file = path.join(folder, name);
        const content = await readFile(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}
