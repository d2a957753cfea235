/** The application's own account on the embedded server: an injected query cannot become the owner. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withConnection } from '../connection.ts';
import { ROLE } from '../database.ts';

/** File in the cluster's folder, like the owner's password. */
const PASSWORD = 'octroi_app.password';

/**
 * @param url address of the database, as its owner
 * @param folder of the cluster, where the password is stored
 * @returns the same address, for the application
 */
export const applicationLogin = (url: string, folder: string): Promise<string> =>
  withConnection(url, 'octroi login', async (client) => {
    // processes that start together must create one password
    await client.query('select pg_advisory_lock(hashtext($1))', [PASSWORD]);
    const password = readOrCreatePassword(folder);
    const { escapeIdentifier: identifier, escapeLiteral: literal } = pg;
    await client.query(`alter role ${identifier(ROLE)} login password ${literal(password)}`);
    const address = new URL(url);
    address.username = ROLE;
    address.password = password;
    return address.href;
  });

function readOrCreatePassword(folder: string): string {
  const file = path.join(folder, PASSWORD);
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8');
  const password = randomBytes(24).toString('base64url');
  const partial = `${file}.partial`;
  fs.writeFileSync(partial, password, { mode: 0o600, flush: true });
  // the account of the server may start the product later, after root did the first time
  const { uid, gid } = fs.statSync(folder);
  if (process.getuid?.() === 0) fs.chownSync(partial, uid, gid);
  fs.renameSync(partial, file);
  return password;
}
