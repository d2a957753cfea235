import { expect, inject, test } from 'vitest';
import { withConnection } from './connection.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { databaseFromTemplate } from './testing/embedded.ts';
import { listTotals } from './totals.ts';

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

test('views of totals are replaced, whatever their columns were in an earlier version', async () => {
  const database = await databaseFromTemplate(inject('ownerUrl'), 'commands', async (url) => {
    await migrate(url);
  });
  try {
    await withConnection(database.url, 'octroi test', async (client) => {
      const views = async (): Promise<string[]> => {
        const { rows } = await client.query<{ view: string }>(
          `select viewname || ' ' || definition as view from pg_views where viewname ~ '^(calcul|tenu)_' order by 1`,
        );
        return rows.map(({ view }) => view);
      };
      const before = await views();
      const totals = await listTotals(client);
      const names = totals.flatMap(({ name, read }) =>
        read === `total_${name}` ? [`calcul_${name}`] : [`calcul_${name}`, read],
      );
      await client.query(`drop view ${names.join(', ')} cascade`);
      for (const name of names) await client.query(`create view ${name} as select 1 as autrefois`);
      // another hash, so that the functions are applied again
      await client.query("update migration set empreinte = '' where nom = 'functions'");
      await migrate(database.url);
      expect(await views()).toEqual(before);
      expect(before.length).toBeGreaterThan(20);
    });
  } finally {
    await database.drop();
  }
});
