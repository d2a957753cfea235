import type { JournalAct, JournalRow } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { sealJournal } from '#src/platform/journal/seal.repository.ts';
import { type Caller, testApp, TODAY } from '#src/testing/app.ts';

const { db, signIn, nobody, query } = await testApp();
let superadmin: Caller;
let niamey: Caller;
let maradi: Caller;
let plateau: Caller;
beforeAll(async () => {
  [superadmin, niamey, maradi, plateau] = await Promise.all([
    signIn('superadmin'),
    signIn('niamey'),
    signIn('maradi'),
    signIn('plateau'),
  ]);
});

const PATH = '/v2/journal';
interface List {
  data: JournalRow[];
  meta: { total_records: number };
}
const list = async (caller: Caller, search = ''): Promise<List> => {
  const { status, body } = await caller.get<List>(`${PATH}?${search}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const exported = (caller: Caller, search: string) =>
  caller.send<string>('POST', '/v2/exports', { resource: 'journal', format: 'csv', query: search });
let made = 0;

/** A nature of Niamey's that was created, renamed and removed. */
async function lived(): Promise<{ id: number; nom: string }> {
  const nom = `Vécue ${++made}`;
  const [category] = await query<{ id: number }>(
    'select min(id) as id from categorie_activite where entite_id = 1 and enabled',
  );
  const { body } = await niamey.send<{ id: number }>('POST', '/v2/nature_activites', {
    nom,
    entite: 1,
    categorie: category?.id,
  });
  await niamey.send('PATCH', `/v2/nature_activites/${body.id}`, { nom: `${nom} bis`, enabled: false });
  await niamey.send('DELETE', `/v2/nature_activites/${body.id}`);
  return { id: body.id, nom };
}
const of = (id: number): string =>
  `filter[ressource]=nature_activites&filter[enregistrement]=${id}&filter[ent.id]=1`;

describe('the journal', () => {
  it('lists author, act and record, newest first, and the fields that changed', async () => {
    const { id } = await lived();
    const { data, meta } = await list(niamey, of(id));
    expect(meta.total_records).toBe(3);
    expect(data.map(({ acte }) => acte)).toEqual(['supprimer', 'modifier', 'créer']);
    expect(data.map(({ resume }) => resume)).toEqual([[], ['enabled', 'nom'], []]);
    expect(data[1]).toMatchObject({
      domaine: 'fiscalite',
      ressource: 'nature_activites',
      enregistrement: id,
      entite: { id: 1 },
      utilisateur: { id: 3, username: 'niamey', fullName: 'Hadiza Djibo' },
      scelle: false,
    });
    expect(data[1]).not.toHaveProperty('avant');
  });

  it('gives for one act the record before and after, and the time of its seal', async () => {
    const { id, nom } = await lived();
    const act = (await list(niamey, of(id))).data[1];
    const readAct = () => niamey.get<JournalAct>(`${PATH}/${act?.id}`);
    expect((await readAct()).body).toMatchObject({
      ...act,
      avant: { nom, enabled: true },
      apres: { nom: `${nom} bis`, enabled: false },
    });
    while ((await sealJournal(db)) > 0);
    expect((await readAct()).body.scelle).toBe(true);
  });

  it('can be filtered by person, record, domain, act, collectivité and period', async () => {
    await lived();
    for (const [search, where] of [
      ['filter[user.id]=3', 'utilisateur_id = 3'],
      ['filter[domaine]=fiscalite', "domaine = 'fiscalite'"],
      ['filter[acte]=supprimer', "acte = 'supprimer'"],
      ['filter[acte]=activer%20le%20second%20facteur', 'false'],
      ['filter[acte][type]=in&filter[acte][x]=créer,connexion', "acte in ('créer', 'connexion')"],
      ['filter[ent.id]=1', 'entite_id = 1'],
      [`filter[createdAt][type]=gte&filter[createdAt][x]=${TODAY}`, `jour_local(created_at) >= '${TODAY}'`],
      ['filter[createdAt][type]=lt&filter[createdAt][x]=2020-01-01', 'false'],
    ] as const) {
      const [expected] = await query<{ n: number }>(`select count(*)::int as n from journal where ${where}`);
      expect((await list(superadmin, search)).meta.total_records, search).toBe(expected?.n);
    }
    const [first, second] = [
      await list(superadmin, 'itemperpage=2'),
      await list(superadmin, 'itemperpage=2&page=2'),
    ];
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await niamey.get(`${PATH}?filter[avant]=x`)).status).toBe(400);
  });

  it('shows only one’s own collectivités; acts of no collectivité are for Super Admin', async () => {
    const { id } = await lived();
    expect((await list(maradi, of(id))).meta.total_records).toBe(0);
    expect((await list(superadmin, 'filter[acte]=connexion')).meta.total_records).toBeGreaterThan(0);
    expect((await list(niamey, 'filter[acte]=connexion')).meta.total_records).toBe(0);
    const act = (await list(niamey, of(id))).data[0];
    expect((await maradi.get(`${PATH}/${act?.id}`)).status).toBe(404);
    expect((await niamey.get(`${PATH}/2000000000`)).status).toBe(404);
  });

  it('keeps the author of a deleted account', async () => {
    await query(`insert into journal (entite_id, utilisateur_id, acte, domaine, ressource)
      values (1, 987654, 'partir', 'administration', 'users')`);
    const { data } = await list(niamey, 'filter[acte]=partir');
    expect(data[0]?.utilisateur).toEqual({ id: 987_654, username: null, fullName: 'Compte supprimé' });
  });

  it('needs its right, and a scope of a whole collectivité', async () => {
    const lecture = await signIn('lecture');
    for (const path of [PATH, `${PATH}/1`]) {
      expect((await nobody.get(path)).status).toBe(401);
      for (const caller of [lecture, plateau]) expect((await caller.get(path)).status).toBe(403);
    }
    await query(`insert into permission (groupe_id, navigation_id, nom)
      select groupe_id, n.id, p.nom from utilisateur, navigation n, unnest(n.permissions) as p (nom)
      where username = 'plateau' and n.cle = 'journal'`);
    const granted = await signIn('plateau');
    for (const path of [PATH, `${PATH}/1`]) expect((await granted.get(path)).status).toBe(403);
    expect((await exported(granted, '')).status).toBe(403);
  });
});

describe('a secret', () => {
  it('is not in the journal at any depth, in any spelling', async () => {
    const secrets = {
      password: 'p1',
      password_hash: 'p2',
      motDePasse: 'p3',
      mot_de_passe: 'p4',
      token: 'p5',
      tokenHash: 'p6',
      jeton: 'p7',
      secret: 'p8',
    };
    await db.transaction().execute((trx) =>
      writeJournal(trx, {
        entiteId: 1,
        utilisateurId: 3,
        acte: 'importer',
        domaine: 'administration',
        ressource: 'users',
        avant: { nom: 'Hadiza', ...secrets },
        apres: { nom: 'Hadiza', comptes: [{ id: 3, dedans: { email: 'h@x.ne', ...secrets } }] },
      }),
    );
    const { data } = await list(niamey, 'filter[acte]=importer');
    const { body } = await niamey.get<JournalAct>(`${PATH}/${data[0]?.id}`);
    expect(body).toMatchObject({
      avant: { nom: 'Hadiza' },
      apres: { nom: 'Hadiza', comptes: [{ id: 3, dedans: { email: 'h@x.ne' } }] },
    });
    expect(JSON.stringify(body)).not.toMatch(/p[1-8]/);
  });
});

describe('the export', () => {
  const csv = async (caller: Caller, search: string): Promise<string[][]> => {
    const { status, body, headers } = await exported(caller, search);
    expect(status, body).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="journal-\d{4}-\d\d-\d\d\.csv"$/);
    expect(body.startsWith('\uFEFF')).toBe(true);
    return body
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
  };

  it('contains exactly the rows of the list, in its order, and is itself recorded', async () => {
    const { id, nom } = await lived();
    const [head, ...lines] = await csv(niamey, `${of(id)}&orderBy=createdAt&sortOrder=asc`);
    expect(head?.slice(0, 10)).toEqual([
      'Date',
      'Heure',
      'Personne',
      'Pseudo',
      'Acte',
      'Domaine',
      'Ressource',
      'Identifiant',
      'Collectivité',
      'Champs modifiés',
    ]);
    expect(lines.map((line) => line[4])).toEqual(['Création', 'Modification', 'Suppression']);
    expect(lines[1]?.slice(2, 10)).toEqual([
      'Hadiza Djibo',
      'niamey',
      'Modification',
      'Fiscalité',
      "Nature d'activité",
      String(id),
      expect.stringContaining('Niamey'),
      'Active ?, Nom',
    ]);
    expect(lines[1]?.join(';')).toContain(`""nom"":""${nom} bis""`);
    const { data } = await list(niamey, 'filter[acte]=exporter');
    expect(data[0]).toMatchObject({ ressource: 'journal', utilisateur: { id: 3 }, entite: { id: 1 } });
    const all = await csv(niamey, '');
    expect(all).toHaveLength((await list(niamey)).meta.total_records);
  });

  it('reads more than one batch and releases its connection', async () => {
    await query(`insert into journal (entite_id, acte, domaine, ressource)
      select 2, 'essayer', 'fiscalite', 'lots' from generate_series(1, 1234)`);
    for (let turn = 0; turn < 8; turn++)
      expect(await csv(superadmin, 'filter[ressource]=lots')).toHaveLength(1235);
  });

  it('makes formulas harmless', async () => {
    await query("update utilisateur set prenom = '=cmd()|', nom = 'X' where username = 'maradi'");
    await query(
      "insert into journal (entite_id, acte, domaine, ressource, utilisateur_id) select 2, 'essayer', 'fiscalite', 'formules', id from utilisateur where username = 'maradi'",
    );
    const [, line] = await csv(superadmin, 'filter[ressource]=formules');
    expect(line?.[2]).toBe("'=cmd()| X");
  });

  it('needs the right Exporter, and refuses an unknown filter', async () => {
    expect((await exported(niamey, 'filter[rien]=1')).status).toBe(400);
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'journal')
      and groupe_id = (select groupe_id from utilisateur where username = 'maradi')`);
    const without = await signIn('maradi');
    expect((await exported(without, '')).status).toBe(403);
    expect((await without.get(PATH)).status).toBe(200);
  });
});
