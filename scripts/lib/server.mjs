/**
 * The server as it is started. A machine that the database shares has little memory, and Node would take a quarter of it
 * before it cleared up: what passes through on the way to a long file is thrown away early instead. The bound is many
 * times what the server needs.
 */
export const SERVER = ['--max-semi-space-size=8', '--max-old-space-size=1024', 'apps/api/src/main.ts'];
