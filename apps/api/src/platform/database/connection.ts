/** A separate connection, for work outside the application: migrations, loads, verification, backups. */
import pg from 'pg';

/** @param name application name in the server's list of connections */
export async function withConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // the query that runs reports a lost connection; without a listener, the event would end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
