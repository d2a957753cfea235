/* Every kind of file and token made for a person is requested again after each right and each scope is taken away. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sentFile } from '#src/testing/files/photos.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { idFrom, newName } from './testing/expectation.ts';
import { gather } from './testing/people.ts';

// any list with a row is exported as a job, and stored
const octroi = await testApp({ thresholds: { lignes: 0, releves: 0 } });
const { query } = octroi;
const world = await gather(octroi);

const [NIAMEY, MARADI, ZINDER] = [1, 2, 3];

interface Maker {
  id: number;
  /** A separate group, so that changes of its rights affect nobody else. */
  groupe: number;
  caller: Caller;
}

/** A user with the rights of an account, and separate places. */
async function maker(
  username: string,
  places: { entites?: number[]; ramifications?: number[] },
): Promise<Maker> {
  const id = await world.copyOf(username);
  const groupe = await idFrom(world, 'insert into groupe (nom) values ($1) returning id', [newName()]);
  await query(
    `insert into permission (groupe_id, navigation_id, nom)
     select $1, navigation_id, p.nom from permission p join utilisateur u on u.groupe_id = p.groupe_id where u.id = $2`,
    [groupe, id],
  );
  await query('update utilisateur set groupe_id = $1 where id = $2', [groupe, id]);
  await place(id, places);
  return { id, groupe, caller: await world.enter(id) };
}

async function place(
  id: number,
  { entites = [], ramifications = [] }: { entites?: number[]; ramifications?: number[] },
): Promise<void> {
  await query('delete from utilisateur_entite where utilisateur_id = $1', [id]);
  await query('delete from utilisateur_ramification where utilisateur_id = $1', [id]);
  await query('insert into utilisateur_entite select $1, unnest($2::int[])', [id, entites]);
  await query('insert into utilisateur_ramification select $1, unnest($2::int[])', [id, ramifications]);
}

type Right = [screen: string, permission: string];
interface MadeFile {
  /** Requests it again as its maker. @returns the status */
  open: (maker?: Caller) => Promise<number>;
  /** Rights checked while it was made. */
  droits: Right[];
}
type Make = (caller: Caller) => Promise<MadeFile>;

const noted = async (table: 'export' | 'selection', key: string, id: string): Promise<Right[]> => {
  const [row] = await query<{ droits: Right[] }>(
    `select fait_avec -> 'droits' as droits from ${table} where ${key}::text = $1`,
    [id],
  );
  return row?.droits ?? [];
};

/** A file stored among the exports. */
const exportedFile =
  (url: string, body: object | (() => object)): Make =>
  async (maker) => {
    const made = await maker.send<{ id: string; statut: string; message: string | null }>(
      'POST',
      url,
      typeof body === 'function' ? body() : body,
    );
    expect([made.status, made.body.statut, made.body.message], JSON.stringify(made.body)).toEqual([
      202,
      'terminé',
      null,
    ]);
    const { id } = made.body;
    return {
      droits: await noted('export', 'travail_id', id),
      async open(caller = maker) {
        const { status } = await caller.get(`/v2/exports/${id}/fichier`);
        const found = await caller.get(`/v2/exports/${id}`);
        const { body } = await caller.get<{ data: { id: string }[] }>('/v2/exports');
        // it is listed, found and opened, or none of these
        expect(found.status).toBe(status);
        if (status !== 401) expect(body.data?.some((one) => one.id === id)).toBe(status === 200);
        return status;
      },
    };
  };

async function selection(maker: Caller): Promise<MadeFile> {
  const selectionRequest = { resource: 'contribuables', query: '' };
  const { body } = await maker.send<{ token: string }>('POST', '/v2/selections', selectionRequest);
  return {
    droits: await noted('selection', 'token', body.token),
    // two rows or more would become a job: its token is requested before any right to the file
    open: async (caller = maker) => {
      const count = { selection: body.token, generate: false };
      return (await caller.send('POST', '/v2/contribuables/avis', count)).status;
    },
  };
}

const imported =
  (below: string): Make =>
  async (maker) => {
    const file = sentFile('Nom;Localisation\r\nEssai;Nulle part', {
      name: 'liste.csv',
      type: 'text/csv',
      part: 'fichier',
      fields: { entite: String(NIAMEY) },
    });
    const sent = await maker.send<{ id: string }>(
      'POST',
      '/v2/contribuables/imports',
      file.body,
      file.headers,
    );
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    return {
      droits: [['contribuables', 'Créer']],
      open: async (caller = maker) =>
        (await caller.get(`/v2/contribuables/imports/${sent.body.id}${below}`)).status,
    };
  };

let debtor = 0;
beforeAll(async () => {
  // where every maker from Niamey sees: a maker of some places has the first département among them
  debtor = await idFrom(
    world,
    `select min(t.contribuable_id) as id from total_contribuable t
     join contribuable c on c.id = t.contribuable_id
     join ramification_descendance d on d.descendant_id = c.ramification_id
     where t.prevu > t.paye
     and d.ancetre_id = (select min(id) from ramification where entite_id = $1 and parent_id is null)`,
    [NIAMEY],
  );
});

const JOURNAL = 'the journal';
const KINDS: [kind: string, make: Make][] = [
  ['a list of taxpayers', exportedFile('/v2/exports', { resource: 'contribuables', format: 'csv' })],
  ['a workbook of payments', exportedFile('/v2/exports', { resource: 'transactions', format: 'xlsx' })],
  ['a list of users', exportedFile('/v2/exports', { resource: 'users', format: 'csv' })],
  [
    'a list of reference on paper',
    exportedFile('/v2/exports', { resource: 'nature_activites', format: 'pdf' }),
  ],
  [JOURNAL, exportedFile('/v2/exports', { resource: 'journal', format: 'csv', query: 'itemperpage=50' })],
  ['a printed list', exportedFile('/v2/impressions/liste-des-contribuables', {})],
  ['a report as a workbook', exportedFile('/v2/impressions/situation-des-impayes', { format: 'xlsx' })],
  ['a report on paper', exportedFile('/v2/impressions/situation-des-recouvrements', {})],
  ['statements of what is unpaid', exportedFile('/v2/contribuables/releve-impaye', { generate: true })],
  [
    'notices made by a work',
    exportedFile('/v2/contribuables/avis', () => ({ ids: [debtor], generate: true })),
  ],
  ['a selection', selection],
  ['a file of taxpayers', imported('')],
  ['its rejected rows', imported('/rejets')],
  ['its rejected rows as a file', imported('/rejets.csv')],
];

const take = (groupe: number, [screen, permission]: Right) =>
  query(
    `delete from permission where groupe_id = $1 and nom = $3
     and navigation_id = (select id from navigation where cle = $2)`,
    [groupe, screen, permission],
  );
const give = (groupe: number, [screen, permission]: Right) =>
  query(
    `insert into permission (groupe_id, navigation_id, nom)
     select $1, id, $3 from navigation where cle = $2`,
    [groupe, screen, permission],
  );

describe.each(KINDS)('%s', (_kind, make) => {
  it('cannot be opened while its author lacks a right used to make it, and opens again when the right returns', async () => {
    const { caller, groupe } = await maker('niamey', { entites: [NIAMEY] });
    const { open, droits } = await make(caller);
    expect(await open()).toBe(200);
    expect(droits.length).toBeGreaterThan(0);
    for (const right of droits) {
      await take(groupe, right);
      expect(await open(), right.join(' ')).toBeOneOf([403, 404]);
      await give(groupe, right);
      expect(await open(), right.join(' ')).toBe(200);
    }
  });

  it('cannot be opened while its author’s scope is smaller than when it was made', async () => {
    const { id, caller } = await maker('niamey', { entites: [NIAMEY, MARADI] });
    const { open } = await make(caller);
    const département = await idFrom(world, 'select min(id) as id from ramification where entite_id = $1', [
      NIAMEY,
    ]);
    const cases: [places: Parameters<typeof place>[1], status: number][] = [
      [{ entites: [NIAMEY, MARADI] }, 200],
      [{ entites: [NIAMEY] }, 404],
      [{ entites: [MARADI, ZINDER] }, 404],
      [{ ramifications: [département] }, 404],
      [{}, 404],
      [{ entites: [NIAMEY, MARADI, ZINDER] }, 200],
    ];
    for (const [places, status] of cases) {
      await place(id, places);
      expect([places, await open()]).toEqual([places, status]);
    }
  });

  it('made without limits of place cannot be opened by an author who is now limited to some places', async () => {
    const id = await world.copyOf('superadmin');
    const { open } = await make(await world.enter(id));
    expect(await open()).toBe(200);
    const groupOf = (username: string) =>
      query(
        'update utilisateur set groupe_id = (select groupe_id from utilisateur where username = $2) where id = $1',
        [id, username],
      );
    await query('insert into utilisateur_entite select $1, id from entite', [id]);
    await groupOf('admin.nta');
    expect(await open()).toBe(404);
    await groupOf('superadmin');
    expect(await open()).toBe(200);
  });

  it('is closed with the account, and still opens if its collectivité is disabled but in scope', async () => {
    const { id, caller } = await maker('niamey', { entites: [NIAMEY] });
    const { open } = await make(caller);
    await query('update entite set enabled = false where id = $1', [NIAMEY]);
    const list = await caller.get<{ meta: { total_records: number } }>('/v2/contribuables');
    expect([list.status, await open()]).toEqual([200, 200]);
    expect(list.body.meta.total_records).toBeGreaterThan(0);
    await query('update entite set enabled = true where id = $1', [NIAMEY]);
    await query('update utilisateur set enabled = false where id = $1', [id]);
    expect(await open()).toBe(401);
    await query('update utilisateur set enabled = true where id = $1', [id]);
    // the sessions went with the account
    expect(await open(await world.enter(id))).toBe(200);
  });
});

// whoever has sub-entities alone reads no journal
it.each(KINDS.filter(([kind]) => kind !== JOURNAL))(
  '%s made in some places opens for a scope that contains them all, not for a part of them',
  async (_kind, make) => {
    const [one, other] = await query<{ id: number; below: number }>(
      `select r.id, (select min(b.id) from ramification b where b.parent_id = r.id) as below
       from ramification r where r.entite_id = $1 and r.parent_id is null order by r.id limit 2`,
      [NIAMEY],
    );
    const [first = 0, second = 0, below = 0] = [one?.id, other?.id, one?.below];
    const { id, caller } = await maker('niamey', { ramifications: [first, second] });
    const { open } = await make(caller);
    const cases: [places: Parameters<typeof place>[1], status: number][] = [
      [{ ramifications: [first, second] }, 200],
      [{ ramifications: [first] }, 404],
      [{ ramifications: [second, below] }, 404],
      [{ entites: [MARADI] }, 404],
      [{ entites: [NIAMEY] }, 200],
      [{ ramifications: [first, second, below] }, 200],
    ];
    for (const [places, status] of cases) {
      await place(id, places);
      expect([places, await open()]).toEqual([places, status]);
    }
  },
);

it('the rights recorded with a file are sufficient: a user with these rights alone can make the same file', async () => {
  for (const [kind, make] of KINDS.filter(
    ([kind]) => !kind.includes('rejected') && !kind.includes('file of'),
  )) {
    const { caller, groupe } = await maker('niamey', { entites: [NIAMEY] });
    const { droits } = await make(caller);
    await query('delete from permission where groupe_id = $1', [groupe]);
    for (const right of droits) await give(groupe, right);
    if (kind === 'a selection') await give(groupe, ['contribuables', 'Émettre']);
    expect(await (await make(caller)).open(), kind).toBe(200);
  }
});
