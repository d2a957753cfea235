/** What fails after it was stored: it is told as perhaps done, and is not done twice. */
import { API, type Endpoint } from '@octroi/contract';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { contribuable } from './authorisation/testing/money-routes.ts';
import { gather } from './authorisation/testing/people.ts';
import { sendingOf } from './authorisation/testing/sending.ts';
import { TABLE } from './authorisation/testing/table.ts';
import { testApp } from './testing/app.ts';

/** A database that no longer answers some statements, once what a certain one wrote is committed. */
interface Loss {
  after: RegExp;
  lost: RegExp;
  /** Whether the answer to the commit is lost, too. */
  ofCommit: boolean;
  isSent: boolean;
  isCommitted: boolean;
  /** Whether something was asked since. */
  isMet: boolean;
}
let loss: Loss | undefined;
const ANY = /^\s*(\/\*.*?\*\/)?\s*(select|with|insert|update|delete)\b/i;
const loseAfter = (after: RegExp, { lost = ANY, ofCommit = false } = {}): Loss =>
  (loss = { after, lost, ofCommit, isSent: false, isCommitted: false, isMet: false });

const query = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
  this: unknown,
  ...parts: unknown[]
) {
  const [first] = parts as [string | { text?: string }];
  const text = typeof first === 'string' ? first : (first.text ?? '');
  if (!loss) return query.apply(this, parts);
  if (loss.isCommitted && loss.lost.test(text)) {
    loss.isMet = true;
    return Promise.reject(new Error('Connection terminated unexpectedly'));
  }
  loss.isSent ||= loss.after.test(text);
  if (!loss.isSent || !/^commit$/i.test(text)) return query.apply(this, parts);
  loss.isCommitted = true;
  const { ofCommit } = loss;
  return (query.apply(this, parts) as Promise<unknown>).then((done) => {
    if (ofCommit) throw new Error('Connection terminated unexpectedly');
    return done;
  });
} as never);
afterEach(() => (loss = undefined));
afterAll(() => spy.mockRestore());

const world = await gather(await testApp({ thresholds: { ouverts: 1000 } }));
/** Calls that write, but for those that the matrix lets nobody in the office or in the field make. */
const CALLS = Object.keys(API).filter((address) => {
  const outcome = TABLE[address.replace(' ', ' /v2')]?.outcome;
  return (
    !address.startsWith('GET ') &&
    outcome &&
    Math.min(outcome.niamey, outcome.superadmin, outcome['agent.terrain']) < 300
  );
});

describe('a call that has stored something and cannot answer says so', () => {
  let unanswered = 0;
  it.each(CALLS)('%s', async (address) => {
    const { send } = await sendingOf(world, address);
    const ofCall = loseAfter(/insert into "?journal\b/i);
    const reply = await send();
    const { 200: shown = {} } = API[address as keyof typeof API].replies as Endpoint['replies'];
    // a file is asked for again
    const expected = 'content' in shown ? 'base.indisponible' : 'acte.sans-reponse';
    if (!ofCall.isMet || reply.status < 500) return;
    unanswered += 1;
    expect(reply.body.code).toBe(expected);
  });

  it('as most calls that write have to', () => expect(unanswered).toBeGreaterThan(80));
});

it.each([
  ['POST /versements/{id}/bordereau', '/bordereau'],
  ['POST /suspensions/{id}/document', '/document'],
  ['POST /contribuables/{id}/photo', '/photos'],
])('%s keeps the file where nobody knows whether it is recorded', async (address, kept) => {
  const { as, url, send } = await sendingOf(world, address);
  loseAfter(/insert into "?journal\b/i, { ofCommit: true });
  const { status, body } = await send();
  loss = undefined;
  expect([status, body.code]).toEqual([500, 'acte.sans-reponse']);
  const record = url.replace(/\/\w+$/, '');
  const shown = await as.get<{ data?: { nom: string }[] }>(`${record}${kept}`);
  expect(shown.status).toBe(200);
  const [photo] = shown.body.data ?? [];
  if (photo) expect((await as.get(`/uploads/${photo.nom}`)).status).toBe(200);
});

it('an attempt that is counted is no act: the failure after it says nothing of one', async () => {
  const { send } = await sendingOf(world, 'POST /session/confirmation');
  const ofCall = loseAfter(/delete from "sign_in_failure" where "(id|key)"/);
  const { body } = await send();
  expect([ofCall.isMet, body.code]).toEqual([true, 'base.indisponible']);
});

it('payments booked together are booked once each, though none can be answered', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => contribuable(world)));
  const caller = world.by('superadmin');
  loseAfter(/insert into "?transaction\b/i, { lost: /"trans"\."date_transaction"/ });
  const replies = await Promise.all(
    ids.map((id) =>
      caller.send<{ code: string }>('POST', '/v2/contribuables/transactions', {
        contribuable: id,
        montant: 500,
        moyenPaiement: 4,
      }),
    ),
  );
  loss = undefined;
  const booked = await world.query<{ n: number }>(
    'select count(*)::int as n from transaction where contribuable_id = any($1) group by contribuable_id',
    [ids],
  );
  expect(booked.map(({ n }) => n)).toEqual(ids.map(() => 1));
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    ids.map(() => [500, 'acte.sans-reponse']),
  );
});
