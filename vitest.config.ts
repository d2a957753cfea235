import { configDefaults, defineConfig } from 'vitest/config';
import { DEBIAN_PROGRAMS, missingPrograms } from './scripts/lib/proof/debian-programs.mjs';
import { placedSql } from './scripts/lib/proof/sql-tags.mjs';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/{terrain,web}/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
          // What a test may take is not what it measures: beside the journeys it has half a core.
          testTimeout: 60_000,
        },
      },
      {
        // the file in which `npm test` has the SQL noted that tests send
        plugins: process.env['OCTROI_STATEMENTS'] ? [placedSql] : [],
        test: {
          name: 'api',
          // Files of a worker share the application's modules, not its database: reading them anew took half the time.
          isolate: false,
          // One more than the cores of a small machine: a worker waits for the database half its time.
          maxWorkers: 3,
          include: ['apps/api/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...missingPrograms().map((name) => DEBIAN_PROGRAMS[name])],
          globalSetup: ['apps/api/src/platform/database/testing/embedded.ts'],
          setupFiles: ['apps/api/src/testing/quick-passwords.ts'],
          // what replays a database's log takes ten seconds alone, and ten times that on a slow machine beside journeys
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What is awaited comes when the machine gets to it; a second, as without this, says how busy it is.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
