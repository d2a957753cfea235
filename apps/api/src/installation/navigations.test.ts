import { MODULES, SCREENS } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { keepNavigations, NAVIGATIONS } from './navigations.ts';

const { query, signIn, url } = await testApp();
const superAdmin = await signIn('superadmin');

interface Entry {
  id: number;
  cle: string;
  nom: string;
  icon: string;
  url: string;
  module: string;
  permissions: string[];
}
const entries = () =>
  query<Entry>('select id, cle, nom, icon, url, module, permissions from navigation order by cle');
const entry = async (cle: string) => (await entries()).find((each) => each.cle === cle);
const grants = (cle: string, groupe: string) =>
  query<{ nom: string }>(
    `select p.nom from permission p join groupe g on g.id = p.groupe_id join navigation n on n.id = p.navigation_id
     where n.cle = $1 and g.nom = $2 order by 1`,
    [cle, groupe],
  ).then((rows) => rows.map(({ nom }) => nom));
const acts = () =>
  query<{ acte: string; cle: string }>(
    `select acte, coalesce(apres, avant) ->> 'cle' as cle from journal
     where ressource = 'navigations' and utilisateur_id is null order by id`,
  );

/** As at the start of a server. */
async function start(): Promise<number> {
  const { db } = openPool(url, () => undefined, 1);
  try {
    return await keepNavigations(db);
  } finally {
    await db.destroy();
  }
}

it('a new installation has the screens of the register, and a start changes nothing', async () => {
  const registered = NAVIGATIONS.map((each) => ({ ...each })).toSorted((a, b) => (a.cle < b.cle ? -1 : 1));
  const before = await entries();
  expect(before.map(({ id: _id, ...each }) => each)).toEqual(registered);
  expect(await start()).toBe(0);
  expect(await entries()).toEqual(before);
  expect(await acts()).toEqual([]);
});

describe('a start', () => {
  it('adds a new screen, open only to Super Admin until it is granted', async () => {
    await query("delete from navigation where cle = 'carte'");
    expect(await start()).toBe(1);
    expect(await entry('carte')).toMatchObject({ nom: 'Carte de situation', module: 'Statistiques' });
    expect(await grants('carte', 'Super Admin')).toEqual(['Exporter', 'Voir']);
    expect(await grants('carte', 'Administrateur')).toEqual([]);
    expect(await acts()).toEqual([{ acte: 'créer', cle: 'carte' }]);
  });

  it('updates screens from the register, and keeps their ids and grants', async () => {
    const before = await entry('villes');
    const grantsBefore = await grants('villes', 'Administrateur');
    await query(
      "update navigation set nom = 'Bourgs', icon = 'map-pin', url = '/bourgs', module = 'Administration' where cle = 'villes'",
    );
    expect(await start()).toBe(1);
    expect(await entry('villes')).toEqual(before);
    expect(await grants('villes', 'Administrateur')).toEqual(grantsBefore);
  });

  it('removes grants of permissions that no longer exist', async () => {
    await query("update navigation set permissions = permissions || '{Gommer}' where cle = 'villes'");
    await query(
      `insert into permission (groupe_id, navigation_id, nom)
       select g.id, n.id, 'Gommer' from groupe g, navigation n where g.nom = 'Administrateur' and n.cle = 'villes'`,
    );
    const grantsBefore = await grants('villes', 'Administrateur');
    expect(grantsBefore).toContain('Gommer');
    expect(await start()).toBe(1);
    expect((await entry('villes'))?.permissions).toEqual([...SCREENS.villes.permissions]);
    expect(await grants('villes', 'Administrateur')).toEqual(grantsBefore.filter((nom) => nom !== 'Gommer'));
  });

  it('keeps entries created by hand, and removes the entry of a removed screen', async () => {
    const made = await superAdmin.send('POST', '/v2/navigations', {
      nom: 'Guichet mobile',
      url: '/guichet',
      permissions: ['Lister'],
      module: 'Essai',
    });
    expect(made.status).toBe(201);
    await query(
      "insert into navigation (cle, nom, url, permissions, module) values ('autrefois', 'Autrefois', '/autrefois', '{Voir}', 'Pilotage')",
    );
    expect(await start()).toBe(1);
    expect(await entry('guichet-mobile')).toMatchObject({ nom: 'Guichet mobile' });
    expect(await entry('autrefois')).toBeUndefined();
    expect((await acts()).at(-1)).toEqual({ acte: 'supprimer', cle: 'autrefois' });
  });

  it('of two servers at once makes each change once', async () => {
    await query("delete from navigation where cle = 'rythme'");
    expect((await Promise.all([start(), start()])).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await entry('rythme')).toBeDefined();
  });
});

it('the register lists each permission of a screen once', () => {
  for (const screens of Object.values(MODULES))
    for (const screen of Object.values(screens))
      if ('permissions' in screen) expect(new Set(screen.permissions).size).toBe(screen.permissions.length);
});
