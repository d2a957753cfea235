import { MESSAGES, users } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import {
  NEW_PASSWORD,
  OWN_PASSWORD,
  newPerson,
  type PersonRow as Row,
  type Problem,
  tokens,
} from '#src/testing/people.ts';
import { peopleList } from './people.repository.ts';

const { signIn, nobody, callerWith, query } = await testApp();
const { enter } = tokens(nobody, callerWith);
let superadmin: Caller;
let niamey: Caller;
beforeAll(async () => {
  [superadmin, niamey] = await Promise.all([signIn('superadmin'), signIn('niamey')]);
});

const body = (more: Record<string, unknown> = {}) =>
  newPerson({ groupe: GROUPE_ID.consultation, entites: [1], ...more });
const create = async (more: Record<string, unknown> = {}, by = superadmin): Promise<Row> => {
  const { status, body: row } = await by.send<Row>('POST', '/v2/users', body(more));
  expect(status, JSON.stringify(row)).toBe(201);
  return row;
};
let made = 0;
const journalOf = (id: number) =>
  query<{ acte: string; entite_id: number; avant: unknown; apres: unknown }>(
    "select acte, entite_id, avant, apres from journal where ressource = 'users' and enregistrement_id = $1 order by id",
    [id],
  );

describe('a removal', () => {
  it('deletes accounts one by one or many at once', async () => {
    const [one, two] = [await create(), await create()];
    expect((await niamey.send('DELETE', `/v2/users/${one.id}`)).status).toBe(204);
    expect((await niamey.get(`/v2/users/${one.id}`)).status).toBe(404);
    const { body: reply } = await niamey.send('POST', '/v2/users/suppression', {
      ids: [two.id, one.id, 3, 1],
    });
    expect(reply).toMatchObject({ total: 4, supprimes: 1, refuses: [{ id: one.id }, { id: 3 }, { id: 1 }] });
  });

  it('by a selection reaches only the listed accounts', async () => {
    const nom = `Lot${++made}`;
    await create({ nom });
    await create({ nom });
    const { body: selection } = await niamey.send<{ token: string; count: number }>(
      'POST',
      '/v2/selections',
      {
        resource: 'users',
        query: `filter[user.nom]=${nom}`,
      },
    );
    expect(selection.count).toBe(2);
    const { body: reply } = await niamey.send('POST', '/v2/users/suppression', {
      selection: selection.token,
    });
    expect(reply).toMatchObject({ total: 2, supprimes: 2 });
  });

  it('is refused for a user who enrolled taxpayers, with the advice to disable the account', async () => {
    const [agent] = await query<{ id: number }>(
      'select created_by_id as id from contribuable where entite_id = 1 limit 1',
    );
    const { status, body: problem } = await superadmin.send<Problem>('DELETE', `/v2/users/${agent?.id}`);
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'conflit.lie',
      `${MESSAGES.suppressionImpossible} Désactivez plutôt ce compte.`,
    ]);
    expect(problem.errors).not.toHaveLength(0);
  });
});

describe('the record of a user', () => {
  it('contains no password, in replies or in the journal', async () => {
    const row = await create({}, niamey);
    const session = await enter(row.username);
    await niamey.send('PATCH', `/v2/users/${row.id}`, {
      nom: 'Autre',
      password: 'Dune-calebasse-28',
      passwordConfirm: 'Dune-calebasse-28',
    });
    await niamey.send('POST', `/v2/users/${row.id}/mot-de-passe`, {
      password: 'Mil-tambour-29',
      passwordConfirm: 'Mil-tambour-29',
    });
    await enter(row.username, 'Mil-tambour-29');
    await niamey.send('DELETE', `/v2/users/${row.id}/sessions`);
    await niamey.send('DELETE', `/v2/users/${row.id}`);
    const entries = await journalOf(row.id);
    expect(entries.map(({ acte, entite_id }) => [acte, entite_id])).toEqual([
      ['créer', 1],
      ['changer de mot de passe', 1],
      ['modifier', 1],
      ['donner un mot de passe', 1],
      ['donner un mot de passe', 1],
      ['changer de mot de passe', 1],
      ['fermer les sessions', 1],
      ['supprimer', 1],
    ]);
    expect(entries[2]).toMatchObject({ avant: { nom: 'Essai', entites: [1] }, apres: { nom: 'Autre' } });
    const texts = JSON.stringify([row, entries, (await session.get('/v2/session')).body]);
    for (const secret of [
      NEW_PASSWORD,
      OWN_PASSWORD,
      'Dune-calebasse-28',
      'Mil-tambour-29',
      'argon2',
      'password',
    ])
      expect(texts).not.toContain(secret);
  });

  it('has a column in the list for every declared filter', () => {
    expect(Object.keys(peopleList({ kind: 'all' }).columns).sort()).toEqual(
      Object.keys(users.filterFields).sort(),
    );
  });

  it.each([
    'filter[tu.id]=2&filter[ent.id]=1',
    'filter[tu.id][type]=eq&filter[tu.id][x]=2&filter[ram.id][type]=is null',
    'filter[user.telephone][type]=is not null&filter[mp.id][type]=is null',
  ])('is found by %s', async (filter) => {
    const { status, body: list } = await niamey.get<{ data: Row[] }>(
      `/v2/users?${filter.replaceAll(' ', '%20')}`,
    );
    expect(status).toBe(200);
    expect(list.data.length).toBeGreaterThan(0);
  });

  it('hides places outside the reader’s scope, and keeps them when saved', async () => {
    const [far] = await query<{ id: number }>('select min(id) as id from ramification where entite_id = 2');
    const row = await create({ ramifications: [1, far?.id] });
    const { body: account } = await niamey.get<Row>(`/v2/users/${row.id}`);
    expect([account.entites, account.ramifications]).toMatchObject([[{ id: 1 }], [{ id: 1 }]]);
    const found = await niamey.get<{ data: Row[] }>(`/v2/users?filter[ram.id]=${far?.id}`);
    expect(found.body.data).toEqual([]);
    const updated = await niamey.send<Row>('PATCH', `/v2/users/${row.id}`, { ...account, ramifications: [] });
    expect(updated.body.ramifications).toEqual([]);
    expect((await superadmin.get<Row>(`/v2/users/${row.id}`)).body.ramifications).toMatchObject([
      { id: far?.id },
    ]);
    const bared = await niamey.send<Problem>('PATCH', `/v2/users/${row.id}`, { entites: [] });
    expect([bared.status, bared.body.errors?.[0]?.field]).toEqual([400, 'entites']);
  });
});

describe('of two Super Admins who remove each other at the same time', () => {
  it('one remains', async () => {
    const [one, two] = [
      await create({ groupe: GROUPE_ID.superAdmin }),
      await create({ groupe: GROUPE_ID.superAdmin }),
    ];
    const [first, second] = [await enter(one.username), await enter(two.username)];
    await query('update utilisateur set enabled = false where groupe_id = 1 and id <> all ($1)', [
      [one.id, two.id],
    ]);
    const replies = await Promise.all([
      first.send<Problem>('DELETE', `/v2/users/${two.id}`),
      second.send<Problem>('DELETE', `/v2/users/${one.id}`),
    ]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const [{ n } = { n: 0 }] = await query<{ n: number }>(
      'select count(*)::int as n from utilisateur where groupe_id = 1 and enabled',
    );
    expect(n).toBe(1);
    await query('update utilisateur set enabled = true where groupe_id = 1');
  });
});
