import { API, type Endpoint, transactionRowSchema } from '@octroi/contract';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { transactionSource } from '#src/domains/paiements/lists/transactions.repository.ts';
import { loadCaisses, loadEncaissements, loadTerrain } from '#src/demo/load.ts';
import { serializerFor } from '#src/platform/http/serializer.ts';
import { type Caller, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { type ListSource, readList } from './listing.ts';

const { signIn, query, url, db, nobody } = await testApp();
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const load of [loadCaisses, loadEncaissements, loadTerrain]) await load(client, 1, TODAY);
  await client.end();
});

interface Page {
  data: object[];
  meta: { total_records: number };
}
type Schema = z.ZodType<Page>;

/** Lists of the contract, by their address. */
const LISTS = Object.entries<Endpoint>(API).flatMap(([address, { replies, params }]): [string, Schema][] => {
  const reply = replies[200];
  const isList = reply instanceof z.ZodObject && 'data' in reply.shape && 'meta' in reply.shape;
  return address.startsWith('GET ') && isList && !params
    ? [[address.slice(4), reply as unknown as Schema]]
    : [];
});

describe('the rows of a list', () => {
  it.each(LISTS)('are what the schema declares: %s', async (path, schema) => {
    const { status, body } = await superadmin.get<Page>(`/v2${path}?${NEEDED[path] ?? ''}`);
    expect(status, JSON.stringify(body)).toBe(200);
    console.log(path, body.data.length);
    expect(schema.parse(body)).toEqual(body);
    expect(JSON.parse(serializerFor(schema)(body))).toEqual(body);
    expect(JSON.stringify(body)).not.toMatch(/T\d\d:\d\d:\d\d(\.\d+)?\+00:00"/);
  });
});
const NEEDED: Record<string, string> = {};
