// The pgbouncer of this machine: a Debian package, which npm cannot bring.
import fs from 'node:fs';

/** @returns {string | undefined} the program; undefined where none is installed */
export const findPgbouncer = () =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) =>
    fs.existsSync(file),
  );
