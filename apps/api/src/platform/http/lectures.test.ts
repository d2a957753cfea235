/** Several readings in one request: each reply is that of its own call, for the same person. */
import { API, LECTURES, type Lecture, type LectureReply, MAX_LECTURES } from '@octroi/contract';
import { describe, expect, it, vi } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';
import { asReady } from './lectures.routes.ts';

const octroi = await testApp();

/** What the screen « Ma journée » reads. */
const READ: Lecture[] = [
  { appel: 'GET /transactions/totaux', query: 'aClasser=ouverts' },
  { appel: 'GET /contribuables', query: 'itemperpage=5&orderBy=contrib.restant&sortOrder=desc' },
  { appel: 'GET /statistiques/rythme', query: 'entite=1&annee=2026&betail=0' },
  { appel: 'GET /dashboard/by-entite', query: '' },
  {
    appel: 'GET /versements/totaux',
    query: new URLSearchParams({ 'filter[ve.statut]': 'déclaré' }).toString(),
  },
  { appel: 'GET /approbations/attente', query: '' },
  { appel: 'GET /appareils', query: 'itemperpage=oui' },
];

async function readTogether(account: Account, lectures: Lecture[]): Promise<LectureReply[]> {
  const caller = await octroi.signIn(account);
  const { status, body } = await caller.send<string>('POST', '/v2/lectures', { lectures });
  expect(status, body).toBe(200);
  const lines = body.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as LectureReply).toSorted((a, b) => a.rang - b.rang);
}

it.each(['superadmin', 'niamey', 'plateau', 'lecture'] as const)(
  'each reply to %s is that of the single call, a refusal included',
  async (account) => {
    const caller = await octroi.signIn(account);
    const replies = await readTogether(account, READ);
    for (const [rang, { appel, query }] of READ.entries()) {
      const { status, body } = await caller.get(`${appel.replace('GET ', '/v2')}?${query}`);
      const { statut, reponse } = replies[rang]!;
      expect([appel, statut]).toEqual([appel, status]);
      if (statut === 200) expect(reponse).toEqual(body);
      else expect(reponse).toMatchObject({ code: (body as { code: string }).code });
    }
  },
);

describe('a request', () => {
  it('names declared readings only: no act, no file, no call with an id', async () => {
    const calls: Record<string, unknown> = API;
    for (const address of LECTURES) {
      expect(address).toMatch(/^GET [^{}]+$/);
      expect(Object.keys(calls)).toContain(address);
    }
    const caller = await octroi.signIn('superadmin');
    for (const appel of ['GET /session', 'DELETE /contribuables', 'GET /../health'])
      expect((await caller.send('POST', '/v2/lectures', { lectures: [{ appel, query: '' }] })).status).toBe(
        400,
      );
  });
  it('cannot lead a reading to another address by its parameters', async () => {
    const [reply] = await readTogether('niamey', [{ appel: 'GET /detentions', query: '#/../session' }]);
    expect(reply?.reponse).toHaveProperty('data');
  });
  it('is refused without a session, empty, or with too many readings', async () => {
    const reading = { appel: 'GET /approbations/attente', query: '' };
    const anonymous = await octroi.app.inject({
      method: 'POST',
      url: '/v2/lectures',
      payload: { lectures: [reading] },
    });
    expect(anonymous.statusCode).toBe(401);
    const caller = await octroi.signIn('niamey');
    const many = Array.from({ length: MAX_LECTURES + 1 }, () => reading);
    expect((await caller.send('POST', '/v2/lectures', { lectures: [] })).status).toBe(400);
    expect((await caller.send('POST', '/v2/lectures', { lectures: many })).status).toBe(400);
  });
});

it('a slow reading holds up neither those before nor those after it', async () => {
  let finishSlow: (name: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => (finishSlow = resolve));
  let underWay = 0;
  let most = 0;
  const quick = (name: string) => async () => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay--;
    return name;
  };
  const ready: string[] = [];
  for await (const name of asReady([quick('a'), () => slow, quick('b'), quick('c'), quick('d')], 2)) {
    ready.push(name);
    if (name === 'd') finishSlow('slow');
  }
  expect(ready).toEqual(['a', 'b', 'c', 'd', 'slow']);
  expect(most).toBeLessThanOrEqual(2);
});

it('a reading that fails once its caller has gone disturbs nobody', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  let fail: (error: Error) => void = () => undefined;
  const pending = new Promise<string>((_resolve, reject) => (fail = reject));
  for await (const name of asReady([async () => 'a', () => pending], 1)) {
    expect(name).toBe('a');
    break;
  }
  fail(new Error('abandoned'));
  await new Promise(setImmediate);
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
