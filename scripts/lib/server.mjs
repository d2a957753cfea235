/**
 * Node options of the server. On a machine shared with the database, Node would use a quarter of the memory before
 * collecting garbage; these options collect short-lived data early. The limit is many times the need.
 */
export const SERVER = ['--max-semi-space-size=8', '--max-old-space-size=1024', 'apps/api/src/main.ts'];
