/* What is costly, of one person at the same moment. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const MOST = 2;
const octroi = await testApp({ thresholds: { fichiers: MOST } });
const { signIn } = octroi;
const superadmin = await signIn('superadmin');
const send = (caller: Caller, body: object) =>
  caller.send<string>('POST', '/v2/exports', { format: 'csv', ...body });

describe('files and selections of one person', () => {
  const [day, year] = ['2026-01-05', '2026'];
  const COSTLY: [url: string, body: object | undefined][] = [
    ['/v2/exports', { resource: 'contribuables', format: 'csv' }],
    ['/v2/impressions/contribuables', {}],
    ['/v2/selections', { resource: 'contribuables', query: '' }],
    ['/v2/statistiques/classeur', { source: 'dashboard', format: 'csv', from: day, to: day }],
    ['/v2/contribuables/releve-impaye', { generate: false }],
    ['/v2/contribuables/avis', { ids: [1] }],
    [`/v2/contribuables/1/avis?annee=${year}`, {}],
    ['/v2/transactions/1/recu', {}],
    ['/v2/contribuables/1/individuel/pdf', undefined],
    ['/v2/entites/1/papiers/apercu', undefined],
  ];
  const tried = async (caller: Caller, url: string, body: object | undefined) =>
    body ? caller.send<{ message?: string }>('POST', url, body) : caller.get<{ message?: string }>(url);

  it('are limited at the same moment: further ones must wait, but not those of other users', async () => {
    const niamey = await signIn('niamey');
    const holding = new pg.Client({ connectionString: octroi.url });
    await holding.connect();
    onTestFinished(() => holding.end());
    const waiting = async (): Promise<number> =>
      (
        await holding.query<{ n: number }>(
          // databases that are copies of one template give their tables the same numbers
          `select count(*)::int as n from pg_locks join pg_database d on d.oid = database
           where relation = $1::regclass and not granted and datname = current_database()`,
          ['contribuable'],
        )
      ).rows[0]?.n ?? 0;
    // no file ends before all are told: its rows cannot be read yet
    await holding.query('begin; lock table contribuable in access exclusive mode');
    const open = Array.from({ length: MOST }, () => send(superadmin, { resource: 'contribuables' }));
    await expect.poll(waiting).toBe(MOST);
    const more = COSTLY.map(([url, body]) => tried(superadmin, url, body));
    const others = send(niamey, { resource: 'contribuables' });
    const page = superadmin.get('/v2/contribuables');
    for (const { status, body } of await Promise.all(more)) {
      expect(status).toBe(429);
      expect(body.message).toMatch(/^Vous avez déjà 2 fichiers ou sélections en préparation. Attendez/);
    }
    await holding.query('commit');
    for (const { status } of await Promise.all([...open, others, page])) expect(status).toBe(200);
    for (const [url, body] of COSTLY) expect((await tried(superadmin, url, body)).status).not.toBe(429);
  });
});
