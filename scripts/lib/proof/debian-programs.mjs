// Programs that some tests run the product behind: Debian packages, which npm cannot bring.
import fs from 'node:fs';

/** By its name, which is its package's too, the test that needs it. */
export const DEBIAN_PROGRAMS = {
  pgbouncer: '**/pgbouncer.test.ts',
  nginx: '**/nginx.test.ts',
  caddy: '**/caddy.test.ts',
};

/** @returns {string | undefined} the program; undefined where it is not installed */
export const findProgram = (name) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file));

/** Those that this machine lacks. */
export const missingPrograms = () => Object.keys(DEBIAN_PROGRAMS).filter((name) => !findProgram(name));
