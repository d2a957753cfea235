/** A connection of its own, for work that stands beside the application: migrations, loads, verification, backups. */
import pg from 'pg';

/** @param name what the server's list of connections calls it */
export async function withConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // a server that ends the connection is heard of by the query under way; unheard, it would end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
