import { beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { SAMPLES } from '#src/testing/resources.ts';

const { signIn, query, url } = await testApp();
let niamey: Caller;
let superadmin: Caller;
beforeAll(async () => {
  niamey = await signIn('niamey');
  superadmin = await signIn('superadmin');
});

interface Entry {
  entite_id: number;
  utilisateur_id: number;
  acte: string;
  domaine: string;
  ressource: string;
  enregistrement_id: string;
  avant: Record<string, unknown> | null;
  apres: Record<string, unknown> | null;
  request_id: string;
}
const journalOf = (ressource: string, id: number): Promise<Entry[]> =>
  query<Entry>('select * from journal where ressource = $1 and enregistrement_id = $2 order by id', [
    ressource,
    id,
  ]);
const count = async (): Promise<number> =>
  (await query<{ n: number }>('select count(*)::int as n from journal'))[0]?.n ?? -1;
let made = 0;

describe.each(SAMPLES)('$path', ({ path, resource, table, local, fields }) => {
  const by = (): Caller => (local ? niamey : superadmin);
  const create = (nom = `Journal ${++made}`) =>
    by().send<{ id: number; version: number }>('POST', path, { ...fields, nom });

  it('gets one journal row per write: who, what, before and after', async () => {
    const created = await create();
    const { id } = created.body;
    const changed = await by().send('PATCH', `${path}/${id}`, { description: 'changé' });
    const removed = await by().send('DELETE', `${path}/${id}`);
    const entries = await journalOf(resource.path, id);
    expect(entries.map(({ acte }) => acte)).toEqual(['créer', 'modifier', 'supprimer']);
    expect(entries.map(({ request_id }) => request_id)).toEqual(
      [created, changed, removed].map(({ headers }) => headers['x-request-id']),
    );
    for (const entry of entries)
      expect(entry).toMatchObject({
        entite_id: local ? 1 : 0,
        ressource: resource.path,
        utilisateur_id: local ? 3 : 1,
      });
    const [creation, change, removal] = entries;
    expect(creation).toMatchObject({ avant: null, apres: { id, version: 1, description: null } });
    expect(change).toMatchObject({
      avant: { id, version: 1, description: null },
      apres: { id, version: 2, description: 'changé' },
    });
    expect(removal).toMatchObject({ avant: { id, version: 2, description: 'changé' }, apres: null });
  });

  it('gets no row for a write that changed nothing or was refused', async () => {
    const { body } = await create();
    const before = await count();
    await by().send('PATCH', `${path}/${body.id}`, {});
    await by().send('PATCH', `${path}/${body.id}`, { description: null });
    await by().send('PATCH', `${path}/${body.id}`, { description: 'x' }, { 'if-match': '"9"' });
    await by().send('PATCH', `${path}/${body.id}`, { nom: 5 });
    await create(`Journal ${made}`);
    await by().send('DELETE', `${path}/2000000000`);
    expect(await count()).toBe(before);
  });

  it('is not written if the journal cannot be', async () => {
    const { body } = await create();
    const rows = `select * from ${table} order by id`;
    const before = await query(rows);
    await query('revoke insert on journal from octroi_app');
    try {
      expect((await create()).status).toBe(500);
      expect((await by().send('PATCH', `${path}/${body.id}`, { description: 'sans trace' })).status).toBe(
        500,
      );
      expect((await by().send('DELETE', `${path}/${body.id}`)).status).toBe(500);
    } finally {
      await query('grant insert on journal to octroi_app');
    }
    expect(await query(rows)).toEqual(before);
  });
});

describe('the journal', () => {
  it.each([
    "update journal set acte = 'rien'",
    'delete from journal',
    'truncate journal',
    'update journal_sceau set nombre = 1',
    'delete from journal_scelle',
    'drop table journal',
    'alter table journal disable trigger all',
  ])('is append-only for the application: %s', async (text) => {
    const { pool } = openPool(url, () => undefined, 1);
    try {
      await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await pool.end();
    }
  });

  it('keeps the data of a removed taxpayer', async () => {
    const [bare] = await query<{ id: string; num_klis: string }>(
      'select id, num_klis from contribuable c where entite_id = 1 and not exists (select from transaction t where t.contribuable_id = c.id) limit 1',
    );
    const id = Number(bare?.id);
    expect((await niamey.send('DELETE', `/v2/contribuables/${id}`)).status).toBe(204);
    expect(await journalOf('contribuables', id)).toMatchObject([
      { acte: 'supprimer', entite_id: 1, avant: { numKlis: bare?.num_klis }, apres: null },
    ]);
  });
});
