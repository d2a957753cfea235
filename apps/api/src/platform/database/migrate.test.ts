import { expect, inject, test } from 'vitest';
import { withConnection } from './connection.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { databaseFromTemplate } from './testing/embedded.ts';

test('waiting for another program’s update is told', async () => {
  const database = await databaseFromTemplate(inject('ownerUrl'), 'commands', async (url) => {
    await migrate(url);
  });
  try {
    await withConnection(database.url, 'octroi test', async (client) => {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const messages: string[] = [];
      const log = (message: string): void => {
        messages.push(message);
        void client.query('select pg_advisory_unlock_all()');
      };
      expect(await migrate(database.url, { log })).toEqual([]);
      expect(messages).toEqual(['Un autre programme met à jour cette base : attente.']);
    });
  } finally {
    await database.drop();
  }
});
