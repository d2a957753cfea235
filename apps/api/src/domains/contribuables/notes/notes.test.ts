import { addDays, type Note, type Taches } from '@octroi/contract';
import { beforeAll, expect, it } from 'vitest';
import { testApp, TODAY } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const [niamey, plateau, maradi, lecture] = await Promise.all([
  signIn('niamey'),
  signIn('plateau'),
  signIn('maradi'),
  signIn('lecture'),
]);
const people = new Map<string, number>();
let id = 0;
let path = '';

beforeAll(async () => {
  for (const row of await query<{ id: number; username: string }>('select id, username from utilisateur'))
    people.set(row.username, row.id);
  // a taxpayer of the département of « plateau »
  const [row] = await query<{ id: number }>(
    `select c.id from contribuable c join ramification_descendance d on d.descendant_id = c.ramification_id
     join utilisateur_ramification ur on ur.ramification_id = d.ancetre_id
     join utilisateur u on u.id = ur.utilisateur_id and u.username = 'plateau' order by c.id limit 1`,
  );
  id = Number(row?.id);
  path = `/v2/contribuables/${id}/notes`;
});

const write = (body: object) => niamey.send<Note>('POST', path, body);
const list = async (): Promise<Note[]> => (await niamey.get<{ data: Note[] }>(path)).body.data;
const tachesOf = async (caller: typeof niamey): Promise<number[]> =>
  (await caller.get<Taches>('/v2/notes/a-faire')).body.data.map((tache) => tache.id);

it('a note stays beside the taxpayer, and waits for nobody', async () => {
  const { status, body } = await write({ texte: '  Rappeler après la récolte  ' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ texte: 'Rappeler après la récolte', jour: null, pour: null, faitLe: null });
  expect(await list()).toContainEqual(body);
  expect(await tachesOf(niamey)).not.toContain(body.id);
  const [act] = await query<{ acte: string; ressource: string }>(
    'select acte, ressource from journal order by id desc limit 1',
  );
  expect(act).toEqual({ acte: 'créer', ressource: 'notes' });
});

it('a note sent again with its key is written once, and its key serves no other note', async () => {
  const key = { 'idempotency-key': 'note-1' };
  const before = (await list()).length;
  const send = (texte: string) => niamey.send<Note & { code: string }>('POST', path, { texte }, key);
  const replies = await Promise.all([send('Une fois'), send('Une fois'), send('Une fois')]);
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await list()).toHaveLength(before + 1);
  const other = await send('Autre chose');
  expect([other.status, other.body.code]).toEqual([409, 'conflit.doublon']);
  const acts = await query<{ apres: Note }>(
    "select apres from journal where ressource = 'notes' and acte = 'créer' and apres ->> 'texte' = 'Une fois'",
  );
  expect(acts).toHaveLength(1);
});

it('a task waits from its day on for the person it is for, who must see the taxpayer', async () => {
  const pour = people.get('plateau');
  const { body: due } = await write({ texte: 'Porter l’avis', jour: TODAY, pour });
  const { body: later } = await write({ texte: 'Repasser', jour: addDays(TODAY, 1), pour });
  expect(await tachesOf(plateau)).toContain(due.id);
  expect(await tachesOf(plateau)).not.toContain(later.id);
  expect(await tachesOf(niamey)).not.toContain(due.id);
  for (const stranger of ['maradi', 'inactif'])
    expect((await write({ texte: 'x', jour: TODAY, pour: people.get(stranger) })).status).toBe(400);
  // a person who sees it no longer is not told of it any more
  await query('delete from utilisateur_ramification where utilisateur_id = $1', [pour]);
  expect((await (await signIn('plateau')).get<Taches>('/v2/notes/a-faire')).body.data).toEqual([]);
});

it('a tick is taken back by the same person for some seconds only, and a second tick is refused', async () => {
  const { body: task } = await write({ texte: 'Appeler', jour: TODAY });
  const mark = (fait: boolean, caller = niamey) =>
    caller.send<Note>('PUT', `${path}/${task.id}/fait`, { fait });
  expect(await tachesOf(niamey)).toContain(task.id);
  expect((await mark(true)).body.faitPar).toEqual(task.auteur);
  expect(await tachesOf(niamey)).not.toContain(task.id);
  expect((await mark(true)).status).toBe(409);
  expect((await mark(false, await signIn('superadmin'))).status).toBe(409);
  expect(await mark(false)).toMatchObject({ status: 200, body: { faitLe: null, faitPar: null } });
  await mark(true);
  await query(`update note set fait_le = fait_le - interval '31 seconds' where id = $1`, [task.id]);
  expect((await mark(false)).status).toBe(409);
});

it('a note is no task, so it has no tick; it can be deleted', async () => {
  const { body: note } = await write({ texte: 'À supprimer' });
  expect((await niamey.send('PUT', `${path}/${note.id}/fait`, { fait: true })).status).toBe(404);
  expect((await niamey.send('DELETE', `${path}/${note.id}`)).status).toBe(204);
  expect((await niamey.send('DELETE', `${path}/${note.id}`)).status).toBe(404);
  const { body } = await niamey.get<{ data: { acte: string; ressource: string }[] }>(
    `/v2/contribuables/${id}/historique`,
  );
  expect(body.data.slice(0, 2)).toMatchObject([
    { acte: 'supprimer', ressource: 'notes' },
    { acte: 'créer', ressource: 'notes' },
  ]);
});

it('rights and scope are those of the taxpayer', async () => {
  expect((await lecture.get(path)).status).toBe(200);
  expect((await lecture.send('POST', path, { texte: 'x' })).status).toBe(403);
  expect((await maradi.get(path)).status).toBe(404);
  expect((await maradi.send('POST', path, { texte: 'x' })).status).toBe(404);
});

it.each([{ texte: ' ' }, { texte: 'x'.repeat(1001) }, { texte: 'x', jour: '2026-13-01' }, {}])(
  'is refused without a text, or with a wrong day (case %#)',
  async (body) => {
    expect((await write(body)).status).toBe(400);
  },
);
