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
/** Super Admin, or whoever is named beside it: nothing that anybody could lose. */
const AUTHOR: { utilisateurId: number; faitAvec: MadeWith } = {
  utilisateurId: 1,
  faitAvec: { droits: [], perimetre: { kind: 'entites', entites: [] } },
};
const fail = (error: unknown): never => {
  throw error;
};

/** Steps 1 to 5, each writing its key; what happens at a step is the test's. */
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
  sum: (_params, reports) => ({ keys: reports.map(({ key }) => key).toSorted((a, b) => a - b) }),
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

it('a work is done step by step, and its report is that of the whole', async () => {
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

it('a work whose step fails goes on at that step, and does nothing twice', async () => {
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

/** Somebody of Niamey, who may do what is asked for as long as the collectivité is theirs. */
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
  'a work whose author loses the %s begins no further step, says why, and goes on once it is back',
  async (what, take, give, why) => {
    const nature = `essai-${what}`;
    const queue = immediateQueue();
    const service = jobs(db, queue, fail);
    const author = await authorOfNiamey();
    let last = 0;
    const taken = Promise.withResolvers<unknown>();
    await service.define({
      ...counting(nature, async (key) => {
        // steps go two at a time: the first, which is begun beside the second, comes to its end as well
        last = Math.max(last, key);
        if (key === 2) taken.resolve(await query(take, [author.utilisateurId]));
        await taken.promise;
      }),
    });
    const { id } = await service.start({ nature, entiteId: null, ...author, parametres: {} });
    expect(await read(id)).toMatchObject({ statut: 'échoué', message: expect.stringContaining(why) });
    expect(last).toBe(2);
    const done = await written(nature);
    await query(give, [author.utilisateurId]);
    const [person] = await query<Person>('select id from utilisateur where id = $1', [author.utilisateurId]);
    expect(await service.retry(person as Person, id)).toMatchObject({ statut: 'terminé', fait: 5 });
    expect((await written(nature)).slice(0, done.length)).toEqual(done);
  },
);

it('a work that its author ends stops after its step; what was done stays', async () => {
  const service = jobs(db, await boss(), fail);
  const superadmin = await signIn('superadmin');
  let ending = 0;
  await service.define(
    counting('essai-fin', async (key, id) => {
      if (key === 1) return;
      await expect.poll(() => written('essai-fin')).toContain('1');
      // what is begun meanwhile is not done either
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

it('a work that may not be done says why', async () => {
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

it('a work that failed is taken up again where it failed, by whoever may', async () => {
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

it('a work that a stop left open is taken up by the next server', async () => {
  const first = await boss();
  const stopped = jobs(db, first, fail);
  let stopping: Promise<void> | undefined;
  const asked = Promise.withResolvers<void>();
  await stopped.define(
    counting('essai-arret', async (key) => {
      // steps are done side by side: none after this one ends before the stop, so that some are left
      if (key > 2) await asked.promise;
      if (key !== 2) return;
      stopping = first.stop();
      asked.resolve();
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

/** A work whose server stops at each of so many attempts, before any step is done. */
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

it('a work that was interrupted seven times goes on', async () => {
  const id = await interrupted('essai-sept', 7);
  expect(await read(id)).toMatchObject({ statut: 'en cours', fait: 0 });
  const next = jobs(db, await boss(), fail);
  await next.define(counting('essai-sept', () => undefined));
  await next.resume();
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 5 });
  expect(await written('essai-sept')).toEqual(['1', '2', '3', '4', '5']);
}, 120_000);

it.each(['failed', 'cancelled', 'completed', 'lost'])(
  'a work that the queue holds as %s while it is open is taken up',
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

it('a work that was begun ten times without a step done is given up, says so, and may be started again', async () => {
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
}, 60_000);

/** A kind whose works wait to be let go, and tell in which order they are begun. */
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
    sum: () => ({}),
  });
  const start = (utilisateurId: number, nom: string) =>
    service.start({ nature, entiteId: null, ...AUTHOR, utilisateurId, parametres: { nom } });
  return { go, begun, start };
}

it('nobody’s first work waits for the many of another', async () => {
  const { go, begun, start } = await waiting('essai-tour', 10);
  await start(1, 'A1');
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['A1']);
  for (const nom of ['A2', 'A3', 'A4']) await start(1, nom);
  for (const nom of ['B1', 'B2']) await start(2, nom);
  await start(3, 'C1');
  go.resolve();
  await expect.poll(() => begun, { timeout: 30_000 }).toHaveLength(7);
  expect(begun).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3', 'A4']);
}, 60_000);

it('a person has so many works of a kind open at most, also where they are asked for at once', async () => {
  const { go, start } = await waiting('essai-quota', 3);
  const asked = await Promise.allSettled(['1', '2', '3', '4', '5'].map((nom) => start(1, nom)));
  const refused = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(2);
  expect(refused[0]?.reason).toMatchObject({
    status: 429,
    message: expect.stringContaining('déjà 3 travaux de cette sorte') as string,
  });
  await start(2, 'another person');
  go.resolve();
  const first = (asked.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<Travail>).value;
  await ended(first.id);
  await start(1, '6');
}, 60_000);

it('a work whose server was killed is taken up in less than five seconds', async () => {
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
  // as long as it lives, it keeps what it is at
  await service.resume();
  expect(await next.isAtWork(id)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const dead = Date.now();
  await expect.poll(() => next.isAtWork(id)).toBe(false);
  await service.resume();
  expect((await begun.promise) - dead).toBeLessThan(5000);
  expect(await ended(id)).toMatchObject({ statut: 'terminé', fait: 2 });
}, 90_000);

it('a work that nobody is at is told of after two minutes', async () => {
  // those of the tests before come to their ends
  const open = () => query("select from travail where statut in ('en attente', 'en cours')");
  await expect.poll(open, { timeout: 20_000 }).toEqual([]);
  const { go, begun, start } = await waiting('essai-seul', 10);
  const { id } = await start(1, 'A');
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['A']);
  let held = true;
  const queue = { ...immediateQueue(), isAtWork: () => Promise.resolve(held) };
  const service = jobs(db, queue, fail);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const later = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
    await service.demandAttended();
    later(60);
    await service.demandAttended();
    held = false;
    await service.demandAttended();
    later(1.9);
    await service.demandAttended();
    later(0.2);
    await expect(service.demandAttended()).rejects.toThrow(id);
    held = true;
    await service.demandAttended();
  } finally {
    vi.useRealTimers();
    go.resolve();
  }
  await ended(id);
}, 60_000);
