import type { Plan, Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { cell, workbook } from '#src/testing/files/workbooks.ts';

const { signIn, query } = await testApp();
let superadmin: Caller;
let made = 0;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

type Sent = Plan & Problem;
interface Sending {
  name?: string;
  essai?: '0' | '1';
  niveaux?: string;
  by?: Caller;
}

const commune = async (): Promise<number> => {
  const nom = `Commune ${++made}`;
  const reply = await superadmin.send<{ id: number }>('POST', '/v2/entites', {
    nom,
    nomCourt: nom,
    code: `C${made}`,
    ville: 1,
    enabled: true,
  });
  return reply.body.id;
};
function send(entite: number, content: string | Buffer, sending: Sending = {}) {
  const { name = 'saisie.txt', essai = '1', niveaux, by = superadmin } = sending;
  const fields = { entite: String(entite), essai, ...(niveaux ? { niveaux } : {}) };
  const { body, headers } = sentFile(content, { name, type: 'text/plain', part: 'fichier', fields });
  return by.send<Sent>('POST', '/v2/ramifications/plan', body, headers);
}
const shown = ({ lieux }: Plan): string[] =>
  lieux.map(({ nom, type, profondeur, existe }) =>
    [`${'>'.repeat(profondeur)}${nom}`, type.nom, existe ? 'là' : ''].filter(Boolean).join(' '),
  );
const faults = ({ fautes }: Plan): string[] => fautes.map(({ rang, message }) => `${rang} ${message}`);
const places = (entite: number) =>
  query<{ nom: string; code: string; chemin: string; enabled: boolean }>(
    `select nom, code, array_to_string(chemin, ' > ') as chemin, enabled from ramification where entite_id = $1 order by id`,
    [entite],
  );
const TREE = ['Nord Département', '>Gare Quartier', '>Port Quartier', 'Sud Département'];

describe('a territory written at once', () => {
  it.each<[string, string, string | Buffer]>([
    ['an indented list', 'saisie.txt', 'Nord\n  Gare\n\n  Port\nSud'],
    ['a list of points', 'saisie.txt', '  - Nord\r\n    - Gare\r\n    - Port\r\n  - Sud\r\n'],
    ['tabulations', 'saisie.txt', 'Nord\n\tGare\n\tPort\nSud'],
    ['columns that are levels', 'a.csv', 'Département;Quartier\nNord;Gare\nNord;Port\nSud;\n'],
    ['the same, as one writes it', 'a.csv', 'DEPARTEMENTS,Quartiers\nNord\n,Gare\n,Port\nSud'],
    ['what is pasted from a sheet', 'saisie.txt', 'Département\tQuartier\nNord\tGare\n\tPort\nSud\t'],
    [
      'a parent by its name, in any order',
      'a.csv',
      '\ufeffNom;Parent;Type\nGare;nord;Quartier\nPort;Nord;quartier\nNord;;Département\nSud;;Département',
    ],
    ['a parent by its code', 'a.csv', 'Code;Nom;Parent\nN;Nord;\nG;Gare;n\nP;Port;N\nS;Sud;'],
    [
      'a map',
      'a.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { properties: { name: 'Gare', parent: 'Nord' } },
          { properties: { name: 'Port', parent: 'Nord' } },
          { properties: { name: 'Nord', parent: null } },
          { properties: { name: 'Sud' } },
        ].map((feature) => ({ type: 'Feature', geometry: null, ...feature })),
      }),
    ],
  ])('is read from %s', async (_, name, content) => {
    const { status, body } = await send(await commune(), content, { name });
    expect(faults(body)).toEqual([]);
    expect(status).toBe(200);
    expect(shown(body).toSorted()).toEqual(TREE.toSorted());
    expect([body.nouveaux, body.ecrit]).toEqual([4, false]);
  });

  it('is read in Latin-1, and from a workbook', async () => {
    const entite = await commune();
    const latin = await send(entite, Buffer.from('Département;Quartier\nÉlevage;Kôra', 'latin1'), {
      name: 'a.csv',
    });
    expect(shown(latin.body)).toEqual(['Élevage Département', '>Kôra Quartier']);
    const sheet = await workbook([
      ['Quartier', 'Secteur'].map(cell.text),
      ['Plateau', 'A'].map(cell.text),
      ['', 'B'].map(cell.text),
    ]);
    expect(shown((await send(entite, sheet, { name: 'a.xlsx' })).body)).toEqual([
      'Plateau Quartier',
      '>A Secteur',
      '>B Secteur',
    ]);
  });

  it('is previewed, then written completely, active and with its own codes', async () => {
    const entite = await commune();
    expect((await send(entite, 'Nord\n Gare\nSud')).body.nouveaux).toBe(3);
    expect(await places(entite)).toEqual([]);
    const { body } = await send(entite, 'Nord\n Gare\nSud', { essai: '0' });
    expect([body.nouveaux, body.ecrit]).toEqual([3, true]);
    const stem = `C${made}`;
    expect(await places(entite)).toEqual([
      { nom: 'Nord', code: `${stem}-1`, chemin: 'Nord', enabled: true },
      { nom: 'Sud', code: `${stem}-2`, chemin: 'Sud', enabled: true },
      { nom: 'Gare', code: `${stem}-1-1`, chemin: 'Nord > Gare', enabled: true },
    ]);
    const acts = await query<{ acte: string }>(
      "select acte from journal where entite_id = $1 and ressource = 'ramifications'",
      [entite],
    );
    expect(acts).toHaveLength(3);
  });

  it('adds only missing places, ignoring case and accents', async () => {
    const entite = await commune();
    await send(entite, 'Élan\n Gare', { essai: '0' });
    const { body } = await send(entite, 'elan\n GARE\n Port', { essai: '0' });
    expect(shown(body)).toEqual(['Élan Département là', '>Gare Quartier là', '>Port Quartier']);
    expect((await places(entite)).map(({ chemin }) => chemin)).toEqual([
      'Élan',
      'Élan > Gare',
      'Élan > Port',
    ]);
  });

  it('writes a place once in any spelling, and reports the other lines as the same', async () => {
    const entite = await commune();
    const file = [
      'Département;Quartier',
      'Niamey II;Boukoki 1',
      'Niamey II;Boukoki\u00a01',
      'Niamey II;Boukoki  1',
      'niamey\u202fii;𝗕𝗼𝘂𝗸𝗼𝗸𝗶 1',
      'Niamey II;Boukoki 2',
    ].join('\n');
    const { status, body } = await send(entite, file, { name: 'a.csv', essai: '0' });
    expect(status).toBe(200);
    expect(shown(body)).toEqual(['Niamey II Département', '>Boukoki 1 Quartier', '>Boukoki 2 Quartier']);
    expect(body.remarques.map(({ rang }) => rang)).toEqual([3, 4, 5]);
    expect(body.remarques[2]?.message).toBe('« 𝗕𝗼𝘂𝗸𝗼𝗸𝗶 1 » est le même lieu que « Boukoki 1 », ligne 2');
    const bold = await send(entite, 'Niamey II\n 𝗕𝗼𝘂𝗸𝗼𝗸𝗶  3', { essai: '0' });
    expect([bold.status, bold.body.nouveaux]).toEqual([200, 1]);
    expect((await places(entite)).map(({ nom }) => nom)).toEqual([
      'Niamey II',
      'Boukoki 1',
      'Boukoki 2',
      'Boukoki 3',
    ]);
  });

  it('uses the chosen levels', async () => {
    const entite = await commune();
    expect(shown((await send(entite, 'Nord\n A', { niveaux: '4,2' })).body)).toEqual([
      'Nord Quartier',
      '>A Secteur',
    ]);
    expect((await send(entite, 'Nord', { niveaux: '999' })).status).toBe(400);
  });

  it('is written once if it is sent twice at once', async () => {
    const entite = await commune();
    const both = await Promise.all([1, 2].map(() => send(entite, 'Nord\n Gare\nSud', { essai: '0' })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body.nouveaux).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(await places(entite)).toHaveLength(3);
  });

  it.each<[string, string, string[]]>([
    [
      'a place named twice under one parent with another code',
      'Nom;Parent;Code\nGare;;G1\ngare;;G2',
      [
        '3 « gare » est nommé deux fois au premier niveau, avec un autre type ou un autre code : c’est déjà la ligne 2',
      ],
    ],
    [
      'a level that is skipped by its indentation',
      'Nord\n  Gare\nSud\n    Rue\n Zone',
      ['4 « Rue » saute un niveau : rien n’est au-dessus de lui, un cran à gauche'],
    ],
    [
      'an indentation of no level',
      'Nord\n    Gare\n      A',
      ['3 le retrait de « A » n’est celui d’aucun niveau'],
    ],
    [
      'more levels than there are',
      'a\n b\n  c\n   d\n    e',
      ['5 « e » : il n’y a pas de niveau sous Secteur'],
    ],
    [
      'a level that is skipped',
      'Département;Quartier;Zone\nNord;;Z1',
      ['2 « Z1 » : le niveau Quartier est sauté'],
    ],
    [
      'an unknown parent',
      'Nom;Parent\nGare;Nulle part',
      ['2 « Gare » : le parent « Nulle part » n’existe ni dans ce fichier ni dans la collectivité'],
    ],
    [
      'a parent of a name that several have',
      'Nom;Parent\nA;\nB;\nZ;A\nZ;B\nR;Z',
      ['6 « R » : plusieurs lieux s’appellent « Z » ; écrivez le code, ou « A > Z »'],
    ],
    [
      'those that lie beneath each other',
      'Nom;Parent\nA;B\nB;A',
      [
        '2 « A » : « B » est lui-même en faute, ou se trouve sous lui',
        '3 « B » : « A » est lui-même en faute, ou se trouve sous lui',
      ],
    ],
    ['an unknown type', 'Nom;Parent;Type\nA;;Comté', ['2 « A » : le type « Comté » n’existe pas']],
    [
      'a type above its own',
      'Nom;Parent;Type\nA;;Département\nB;A;Département',
      ['3 « B » : le type Département ne se place pas sous « A », de type Département'],
    ],
    [
      'a type too far below',
      'Nom;Parent;Type\nA;;Département\nB;A;Secteur',
      ['3 « B » : le niveau Quartier manque sous « A »'],
    ],
    ['a code twice', 'Nom;Parent;Code\nA;;X\nB;;x', ['3 le code « x » est déjà celui de « A »']],
    [
      'heads that say nothing',
      'Région;Village\nA;B',
      [
        '1 aucune colonne n’est reconnue : la première ligne nomme les niveaux (Département, Quartier, Zone, Secteur), ou « Nom », « Parent », « Type » et « Code »',
      ],
    ],
  ])('reports %s with its line, and writes nothing', async (_, content, expected) => {
    const entite = await commune();
    const name = content.includes(';') ? 'a.csv' : 'saisie.txt';
    const { status, body } = await send(entite, content, { name });
    expect(status).toBe(200);
    expect(faults(body)).toEqual(expect.arrayContaining(expected));
    const refused = await send(entite, content, { name, essai: '0' });
    expect(refused.status).toBe(409);
    expect(refused.body.errors?.map(({ message }) => message)).toEqual(
      expect.arrayContaining(expected.map((told) => told.replace(/^(\d+) /, 'Ligne $1 : '))),
    );
    expect(await places(entite)).toEqual([]);
  });

  it.each<[string, string, string | Buffer, RegExp]>([
    ['nothing', 'saisie.txt', '', /vide/],
    ['blanks', 'saisie.txt', ' \n\t\n', /rien à lire/],
    ['a GeoJSON that is none', 'a.geojson', '{"type":"Topology"}', /n’est pas un GeoJSON/],
    ['JSON that is broken', 'a.json', '{"type":"FeatureCollection","features":[', /n’est pas un GeoJSON/],
    [
      'features that are none',
      'a.geojson',
      '{"type":"FeatureCollection","features":[3]}',
      /n’est pas un GeoJSON/,
    ],
    ['an empty map', 'a.geojson', '{"type":"FeatureCollection","features":[]}', /vide/],
    ['a picture', 'a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), /CSV UTF-8/],
    ['heads alone', 'a.csv', 'Nom;Parent', /en-tête/],
    ['more than 5 000 lines', 'saisie.txt', 'x\n'.repeat(5001), /plus de 5.000 lignes/],
  ])('refuses %s', async (_, name, content, reason) => {
    const { status, body } = await send(await commune(), content, { name });
    expect([status, body.message]).toEqual([415, expect.stringMatching(reason)]);
  });
});

describe('a map', () => {
  const ring = (at: number, points = 4): [number, number][] => {
    const open = Array.from({ length: points - 1 }, (_, n): [number, number] => [
      at + n / 10_000,
      13 + (n % 7) / 100,
    ]);
    return [...open, open[0] as [number, number]];
  };
  const feature = (nom: string, more: object = {}, points = 4) => ({
    type: 'Feature',
    properties: { Quartier: nom, ...more },
    geometry: { type: 'Polygon', coordinates: [ring(2, points)] },
  });
  const map = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

  it('adds its outlines once, and reports those left out', async () => {
    const entite = await commune();
    const file = map(feature('Gare'), feature('Port', {}, 6000), {
      ...feature('Marché'),
      geometry: { type: 'Point', coordinates: [2, 13] },
    });
    const { body } = await send(entite, file, { name: 'a.geojson', essai: '0' });
    expect(body.lieux.map(({ nom, contour }) => [nom, contour])).toEqual([
      ['Gare', true],
      ['Port', false],
      ['Marché', false],
    ]);
    expect(body.remarques).toEqual([
      {
        rang: 2,
        message: expect.stringMatching(/^contour non repris\. Un contour compte 5.000 points/) as string,
      },
    ]);
    const kept = await query<{ nom: string }>(
      'select r.nom from contour c join ramification r on r.id = c.ramification_id where r.entite_id = $1',
      [entite],
    );
    expect(kept).toEqual([{ nom: 'Gare' }]);
    const again = await send(entite, map(feature('Gare'), feature('Port')), {
      name: 'a.geojson',
      essai: '0',
    });
    expect(again.body.lieux.map(({ nom, existe, contour }) => [nom, existe, contour])).toEqual([
      ['Gare', true, false],
      ['Port', true, true],
    ]);
  });

  it('of almost 20 MB is read by a separate process, a larger one is refused', async () => {
    const entite = await commune();
    const wide = 'x'.repeat(4000);
    const some = Array.from({ length: 40 }, (_, n) => feature(`Lieu ${n}`, { wide }, 20_000));
    const large = map(...some);
    expect(large.length).toBeGreaterThan(12_000_000);
    const { status, body } = await send(entite, large, { name: 'a.geojson' });
    expect([status, body.nouveaux, body.remarques.length]).toEqual([200, 40, 40]);
    const more = await send(entite, `${large}${' '.repeat(21 * 1024 * 1024 - large.length)}`, {
      name: 'a.geojson',
    });
    expect([more.status, more.body.message]).toEqual([413, expect.stringMatching(/dépasse 20 Mo/)]);
  });
});

it('a territory needs the whole collectivité and the right to create its sub-entities', async () => {
  const [niamey, plateau, lecture] = await Promise.all([
    signIn('niamey'),
    signIn('plateau'),
    signIn('lecture'),
  ]);
  expect((await send(1, 'Essai', { by: niamey })).status).toBe(200);
  expect((await send(2, 'Essai', { by: niamey })).status).toBe(404);
  expect((await send(1, 'Essai', { by: plateau })).status).toBe(403);
  expect((await send(1, 'Essai', { by: lecture })).status).toBe(403);
  expect((await send(999_999, 'Essai')).status).toBe(400);
});
