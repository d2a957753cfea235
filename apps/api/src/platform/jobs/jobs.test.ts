import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it, vi } from 'vitest';
import { TIME_ZONE, testApp } from '#src/testing/app.ts';
import { isOver, type Travail } from '@octroi/contract';
import { sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { immediateQueue } from '#src/testing/immediate-queue.ts';
import { startBoss } from './boss.ts';
import { type JobKind, type JobQueue, jobs } from './jobs.ts';
import { THRESHOLDS } from './thresholds.ts';
import { listTravaux } from './jobs.repository.ts';

const { db, url, query, signIn } = await testApp();
const queues: JobQueue[] = [];
afterAll(() => Promise.all(queues.map((queue) => queue.stop())));

const boss = async (): Promise<JobQueue> => {
  const queue = await startBoss({ url, timeZone: TIME_ZONE, onError: () => undefined });
  queues.push(queue);
  return queue;
};
/** Super Admin, or the given user, with a scope that nobody could lose. */
const AUTHOR: { utilisateurId: number; faitAvec: MadeWith } = {
  utilisateurId: 1,
  faitAvec: { droits: [], perimetre: { kind: 'entites', entites: [] } },
};
const fail = (error: unknown): never => {
  throw error;
};

/** Steps 1 to 5, each writing its key; the test decides what happens in a step. */
const counting = (
  nature: string,
  at: (key: number, id: string) => Promise<void> | void,
): JobKind<object, { key: number }> => ({
  nature,
  demand: () => undefined,
  steps: async () => [1, 2, 3, 4, 5],
  async step(queries, _params, key, travail) {
    await sql`insert into vue (utilisateur_id, ecran, nom, recherche) values (1, ${nature}, ${String(key)}, '')`.execute(
      queries,
    );
    await at(key, travail.id);
    return { key };
  },
  summarize: (_params, reports) => ({ keys: reports.map(({ key }) => key).toSorted((a, b) => a - b) }),
});

const written = async (nature: string): Promise<string[]> =>
  (await query<{ nom: string }>('select nom from vue where ecran = $1 order by nom', [nature])).map(
    ({ nom }) => nom,
  );
const read = async (id: string): Promise<Travail> => (await listTravaux(db, null, id))[0] as Travail;
const ended = (id: string): Promise<Travail> =>
  expect
    .poll(() => read(id), { timeout: 20_000, interval: 200 })
    .toSatisfy(isOver)
    .then(() => read(id));

it('a job runs step by step, and its report sums the steps', async () => {
  const service = jobs(db, await boss(), fail);
  await service.define(counting('essai-simple', () => undefined));
  const { id } = await service.start({
    nature: 'essai-simple',
    entiteId: 1,
    ...AUTHOR,
    parametres: {},
  });
  expect(await ended(id)).toMatchObject({
    statut: 'terminé',
    total: 5,
    fait: 5,
    rapport: { keys: [1, 2, 3, 4, 5] },
    entite: { id: 1 },
  });
});

it('a job with a failed step goes on at that step, and does nothing twice', async () => {
  const service = jobs(db, await boss(), fail);
  let failures = 0;
  await service.define(
    counting('essai-panne', (key) => {
      if (key === 3 && failures++ === 0) throw new Error('the disk is full');
    }),
  );
  const { id } = await service.start({
    nature: 'essai-panne',
    entiteId: null,
    ...AUTHOR,
    parametres: {},
  });
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5, rapport: { keys: [1, 2, 3, 4, 5] } });
  expect(failures).toBe(2);
  expect(await written('essai-panne')).toEqual(['1', '2', '3', '4', '5']);
});

/** A user of Niamey, who has the right as long as the collectivité is theirs. */
async function authorOfNiamey(): Promise<{ utilisateurId: number; faitAvec: MadeWith }> {
  const [row] = await query<{ id: number }>("select id from utilisateur where username = 'niamey'");
  return {
    utilisateurId: row?.id ?? 0,
    faitAvec: {
      droits: [['contribuables', 'Lister']],
      perimetre: { kind: 'entites', entites: [1] },
    },
  };
}
it.each([
  [
    'scope',
    'update utilisateur_entite set entite_id = 2 where utilisateur_id = $1',
    'update utilisateur_entite set entite_id = 1 where utilisateur_id = $1',
    'n’a plus les droits ou le périmètre',
  ],
  [
    'right',
    'update utilisateur set groupe_id = null where id = $1',
    "update utilisateur set groupe_id = (select id from groupe where nom = 'Administrateur') where id = $1",
    'n’a plus les droits ou le périmètre',
  ],
  [
    'account',
    'update utilisateur set enabled = false where id = $1',
    'update utilisateur set enabled = true where id = $1',
    'n’est plus actif',
  ],
])(
  'a job whose author loses the %s starts no further step, says why, and can go on once it is back',
  async (loss, loseStatement, restoreStatement, reason) => {
    const nature = `essai-${loss}`;
    const queue = immediateQueue();
    const service = jobs(db, queue, fail);
    const author = await authorOfNiamey();
    let last = 0;
    const lost = Promise.withResolvers<unknown>();
    await service.define({
      ...counting(nature, async (key) => {
        // two steps run at a time: the first one ends too, if it began before
        last = Math.max(last, key);
        if (key === 2) lost.resolve(await query(loseStatement, [author.utilisateurId]));
        await lost.promise;
      }),
    });
    const { id } = await service.start({ nature, entiteId: null, ...author, parametres: {} });
    expect(await read(id)).toMatchObject({ statut: 'échoué', message: expect.stringContaining(reason) });
    expect(last).toBe(2);
    await query(restoreStatement, [author.utilisateurId]);
    const [person] = await query<Person>('select id from utilisateur where id = $1', [author.utilisateurId]);
    expect(await service.retry(person as Person, id)).toMatchObject({ statut: 'terminé', fait: 5 });
    // what was done stays, and is not done again
    expect(await written(nature)).toEqual(['1', '2', '3', '4', '5']);
  },
);

it('a job stopped by its author ends after its step; what was done stays', async () => {
  const service = jobs(db, await boss(), fail);
  const superadmin = await signIn('superadmin');
  let ending = 0;
  await service.define(
    counting('essai-fin', async (key, id) => {
      if (key === 1) return;
      await expect.poll(() => written('essai-fin')).toContain('1');
      // steps started meanwhile are not done either
      ending = (await superadmin.send('POST', `/v2/travaux/${id}/annulation`)).status;
    }),
  );
  const { id } = await service.start({
    nature: 'essai-fin',
    entiteId: null,
    ...AUTHOR,
    parametres: {},
  });
  expect(await ended(id)).toMatchObject({ statut: 'annulé' });
  expect(ending).toBe(200);
  await expect.poll(() => written('essai-fin')).toEqual(['1']);
});

it('a job that may not run says why', async () => {
  const service = jobs(db, await boss(), fail);
  await service.define(
    counting('essai-refus', (key) => {
      if (key === 4) throw new AppError('conflit.regle', "L'exercice est clos.");
    }),
  );
  const { id } = await service.start({
    nature: 'essai-refus',
    entiteId: null,
    ...AUTHOR,
    parametres: {},
  });
  const { fait, ...end } = await ended(id);
  expect(end).toMatchObject({ statut: 'échoué', message: "L'exercice est clos." });
  expect(fait).toBeLessThan(5);
});

it('a failed job can be resumed at the failed step by a person with the right', async () => {
  const service = jobs(db, await boss(), fail);
  const author = { id: 1, groupe: null } as unknown as Person;
  const started = { nature: 'essai-relance', entiteId: null, ...AUTHOR, parametres: {} };
  let broken = true;
  let allowed = false;
  await service.define({
    ...counting('essai-relance', (key) => {
      if (key === 4 && broken) throw new AppError('conflit.regle', 'Le disque est plein.');
    }),
    demand: () => {
      if (!allowed) throw refused();
    },
  });
  const { id } = await service.start(started);
  expect(await ended(id)).toMatchObject({ statut: 'échoué' });
  broken = false;
  await expect(service.retry(author, id)).rejects.toThrow(refused().message);
  await expect(service.retry({ ...author, id: 2 }, id)).rejects.toThrow(notFound().message);
  expect(await read(id)).toMatchObject({ statut: 'échoué' });
  allowed = true;
  expect(await service.retry(author, id)).toMatchObject({ message: null, endedAt: null });
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5, rapport: { keys: [1, 2, 3, 4, 5] } });
  expect(await written('essai-relance')).toEqual(['1', '2', '3', '4', '5']);
  await expect(service.retry(author, id)).rejects.toThrow(/Seul un travail qui a échoué/);
});

it('a job left open by a stop is resumed by the next server', async () => {
  const first = await boss();
  const stopped = jobs(db, first, fail);
  let stopping: Promise<void> | undefined;
  const stopRequested = Promise.withResolvers<void>();
  await stopped.define(
    counting('essai-arret', async (key) => {
      // steps run side by side: none after this one ends before the stop, so that some are left
      if (key > 2) await stopRequested.promise;
      if (key !== 2) return;
      stopping = first.stop();
      stopRequested.resolve();
    }),
  );
  const { id } = await stopped.start({
    nature: 'essai-arret',
    entiteId: null,
    ...AUTHOR,
    parametres: {},
  });
  await expect.poll(() => stopping !== undefined, { timeout: 10_000 }).toBe(true);
  await stopping;
  expect(await read(id)).toMatchObject({ statut: 'en cours' });
  const next = jobs(db, await boss(), fail);
  await next.define(counting('essai-arret', () => undefined));
  await next.resume();
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5, rapport: { keys: [1, 2, 3, 4, 5] } });
  expect(await written('essai-arret')).toEqual(['1', '2', '3', '4', '5']);
});

/** A job whose server stops during each of these attempts, before any step is done. */
async function interrupted(nature: string, times: number): Promise<string> {
  let id = '';
  for (let time = 0; time < times; time++) {
    const server = await boss();
    const service = jobs(db, server, fail);
    let stopping: Promise<void> | undefined;
    await service.define(
      counting(nature, () => {
        stopping ??= server.stop();
        throw new Error('the server stops');
      }),
    );
    if (id === '') ({ id } = await service.start({ nature, entiteId: null, ...AUTHOR, parametres: {} }));
    await service.resume();
    await expect.poll(() => stopping !== undefined, { timeout: 20_000 }).toBe(true);
    await stopping;
    // the queue waits longer after each failure; here it does not
    await query('update pgboss.job set start_after = now() where name = $1', [nature]);
  }
  return id;
}

it('a job that was interrupted seven times goes on', async () => {
  const id = await interrupted('essai-sept', 7);
  expect(await read(id)).toMatchObject({ statut: 'en cours', fait: 0 });
  const next = jobs(db, await boss(), fail);
  await next.define(counting('essai-sept', () => undefined));
  await next.resume();
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5 });
  expect(await written('essai-sept')).toEqual(['1', '2', '3', '4', '5']);
});

it.each(['failed', 'cancelled', 'completed', 'lost'])(
  'an open job that is %s in the queue is resumed',
  async (state) => {
    const nature = `essai-${state}`;
    const id = await interrupted(nature, 1);
    if (state === 'lost') await query('delete from pgboss.job where name = $1', [nature]);
    else
      await query(`update pgboss.job set state = '${state}', completed_on = now() where name = $1`, [nature]);
    const next = jobs(db, await boss(), fail);
    await next.define(counting(nature, () => undefined));
    await next.resume();
    expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5 });
  },
  60_000,
);

it('a job started ten times without completing a step fails with that reason, and may be started again', async () => {
  const nature = 'essai-vain';
  const id = await interrupted(nature, 1);
  await query('update travail set essais = 10 where id = $1', [id]);
  const next = jobs(db, await boss(), fail);
  await next.define(counting(nature, () => undefined));
  await next.resume();
  expect(await ended(id)).toMatchObject({
    statut: 'échoué',
    message: expect.stringContaining('interrompu 10 fois de suite sans avancer. Relancez-le') as string,
  });
  const again = await next.start({ nature, entiteId: null, ...AUTHOR, parametres: {} });
  expect(await ended(again.id)).toMatchObject({ statut: 'terminé', fait: 5 });
});

/** A kind whose jobs wait for a release, and record the order of their starts. */
async function waiting(nature: string, ouverts: number) {
  const go = Promise.withResolvers<void>();
  const begun: string[] = [];
  const service = jobs(db, await boss(), fail, { ...THRESHOLDS, ouverts });
  await service.define<{ nom: string }, object>({
    nature,
    demand: () => undefined,
    steps: async () => [1],
    async step(_queries, { nom }) {
      begun.push(nom);
      await go.promise;
      return {};
    },
    summarize: () => ({}),
  });
  const start = (utilisateurId: number, nom: string) =>
    service.start({ nature, entiteId: null, ...AUTHOR, utilisateurId, parametres: { nom } });
  return { go, begun, start };
}

it('a person’s first job does not wait for the many jobs of another', async () => {
  const { go, begun, start } = await waiting('essai-tour', 10);
  await start(1, 'A1');
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['A1']);
  for (const nom of ['A2', 'A3', 'A4']) await start(1, nom);
  for (const nom of ['B1', 'B2']) await start(2, nom);
  await start(3, 'C1');
  go.resolve();
  await expect.poll(() => begun, { timeout: 30_000 }).toHaveLength(7);
  expect(begun).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3', 'A4']);
});

it('a person’s open jobs of a kind are limited, also for concurrent requests', async () => {
  const { go, start } = await waiting('essai-quota', 3);
  const results = await Promise.allSettled(['1', '2', '3', '4', '5'].map((nom) => start(1, nom)));
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(2);
  expect(refused[0]?.reason).toMatchObject({
    status: 429,
    message: expect.stringContaining('déjà 3 travaux de cette sorte') as string,
  });
  await start(2, 'another person');
  go.resolve();
  const first = (results.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<Travail>)
    .value;
  await ended(first.id);
  await start(1, '6');
});

it('a job of a killed server is resumed in less than five seconds', async () => {
  const nature = 'essai-tue';
  const killed = fork(new URL('./testing/killed-worker.ts', import.meta.url), [url, nature]);
  await once(killed, 'message');
  const [{ id } = { id: '' }] = await query<{ id: string }>('select id from travail where nature = $1', [
    nature,
  ]);
  const next = await boss();
  const service = jobs(db, next, fail);
  const begun = Promise.withResolvers<number>();
  await service.define({
    ...counting(nature, () => undefined),
    steps: async () => [1, 2],
    step: async () => {
      begun.resolve(Date.now());
      return { key: 2 };
    },
  });
  // while the process lives, it keeps its job
  await service.resume();
  expect(await next.isRunning(id)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const dead = Date.now();
  await expect.poll(() => next.isRunning(id)).toBe(false);
  await service.resume();
  expect((await begun.promise) - dead).toBeLessThan(5000);
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 2 });
});

it('an unattended job is reported after two minutes', async () => {
  // jobs of the tests before have ended
  const open = () => query("select from travail where statut in ('en attente', 'en cours')");
  await expect.poll(open, { timeout: 20_000 }).toEqual([]);
  const { go, begun, start } = await waiting('essai-seul', 10);
  const { id } = await start(1, 'A');
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['A']);
  let isRunning = true;
  const queue = { ...immediateQueue(), isRunning: () => Promise.resolve(isRunning) };
  const service = jobs(db, queue, fail);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const later = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
    await service.demandAttended();
    later(60);
    await service.demandAttended();
    isRunning = false;
    await service.demandAttended();
    later(1.9);
    await service.demandAttended();
    later(0.2);
    await expect(service.demandAttended()).rejects.toThrow(id);
    isRunning = true;
    await service.demandAttended();
  } finally {
    vi.useRealTimers();
    go.resolve();
  }
  await ended(id);
});
