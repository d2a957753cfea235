// Debian packages that some tests need, and npm cannot install.
import fs from 'node:fs';

/** The test that needs a program, by the name of program and package. */
export const DEBIAN_PROGRAMS = {
  pgbouncer: '**/pgbouncer.test.ts',
  nginx: '**/nginx.test.ts',
  caddy: '**/caddy.test.ts',
};

/** @returns {string | undefined} path of the program; undefined if it is not installed */
export const findProgram = (name) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file));

/** Programs missing on this machine. */
export const missingPrograms = () => Object.keys(DEBIAN_PROGRAMS).filter((name) => !findProgram(name));
