import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Import, PhotoImport, Problem, Travail } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { testApp } from '#src/testing/app.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';
import { zip, type Zipped } from '#src/testing/files/zips.ts';
import { csvOf, importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp({ thresholds: { pas: 20 } });
const desk = await enrolmentDesk(octroi);
const { query, uploads } = octroi;
const by = desk.by('niamey');
const imports = importDesk(by);
let jpeg: Buffer;
let png: Buffer;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([picture(), picture('png', { width: 2400, height: 1200 })]);
});

const HEADS = ['Nom', 'Localisation', 'Téléphone', 'Photo'];
let telephone = 83_400_000;
const row = (nom: string, photo: string): string[] => [nom, desk.haut.nom, String((telephone += 1)), photo];
const send = (...rows: string[][]): Promise<Import> => imports.send(csvOf(HEADS, rows));

async function sendZip(id: string, content: Buffer) {
  const { body, headers } = sentFile(content, {
    name: 'photos.zip',
    type: 'application/zip',
    part: 'archive',
  });
  return by.send<Travail & Problem>('POST', `/v2/contribuables/imports/${id}/photos`, body, headers);
}
async function add(id: string, files: readonly Zipped[]): Promise<unknown> {
  const { status, body } = await sendZip(id, zip(files));
  expect([status, body.statut, body.message]).toEqual([202, 'terminé', null]);
  return body.rapport;
}
const listed = async (id: string): Promise<Record<string, Partial<PhotoImport>>> => {
  const { body } = await by.get<{ data: PhotoImport[] }>(
    `/v2/contribuables/imports/${id}/photos?itemperpage=100`,
  );
  return Object.fromEntries(body.data.map(({ chemin, ...photo }) => [chemin, photo]));
};
const detailsOf = async (id: string): Promise<Record<number, string>> =>
  Object.fromEntries((await imports.lignes(id)).map(({ rang, details }) => [rang, details.join(' ; ')]));
const portraitOf = async (nom: string): Promise<string | null> =>
  (await query<{ photo: string | null }>('select photo from contribuable where nom = $1', [nom]))[0]?.photo ??
  null;
const fileOf = (nom: string): Buffer => fs.readFileSync(path.join(uploads, nom.slice(0, 2), nom));

describe('a picture of the archive', () => {
  it('is attached to the taxpayer of the row that names it, whatever its case, accents, folder or missing extension', async () => {
    const sent = await send(
      row('Fotobakari', 'amina.jpg'),
      row('Fotodiallo', 'HÉLÈNE.PNG'),
      row('Fotoseyni', 'seyni'),
      row('Fotosans', ''),
    );
    expect(sent.correspondance['photo']).toBe(3);
    const rapport = await add(sent.id, [
      { name: 'Photos 2026/', content: Buffer.alloc(0) },
      { name: 'Photos 2026/Amina.JPG', content: jpeg },
      // as Windows writes it, and as a Mac does
      { name: Buffer.from('Photos 2026/hélène.png'.normalize('NFD')), utf8: false, content: png },
      {
        name: Buffer.from([0x73, 0x65, 0x79, 0x6e, 0x69, 0x2e, 0x6a, 0x70, 0x67]),
        utf8: false,
        content: jpeg,
      },
      { name: '__MACOSX/Photos 2026/._Amina.JPG', content: Buffer.from('Mac') },
    ]);
    expect(rapport).toEqual({ photos: 3, refusees: 0 });
    const trial = await imports.run(sent, true);
    expect(trial).toMatchObject({ bonnes: 4, photos: { jointes: 3, manquantes: 0 } });
    expect(await portraitOf('Fotobakari')).toBeNull();

    expect(await imports.run(sent, false)).toMatchObject({
      bonnes: 4,
      photos: { jointes: 3, manquantes: 0 },
    });
    for (const nom of ['Fotobakari', 'Fotodiallo', 'Fotoseyni'])
      expect(await portraitOf(nom)).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect(await portraitOf('Fotosans')).toBeNull();
    // drawn anew, as JPEG, within the bounds of every other photo
    const drawn = fileOf((await portraitOf('Fotodiallo')) ?? '');
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 });
    expect((await listed(sent.id))['Photos 2026/Amina.JPG']).toMatchObject({ sort: 'jointe', lignes: [2] });
  });

  it('in a name of a Windows code page is found by its accents', async () => {
    const sent = await send(row('Fotozenabou', 'zénabou.jpg'));
    await add(sent.id, [{ name: Buffer.from('z\x82nabou.jpg', 'latin1'), utf8: false, content: jpeg }]);
    await imports.run(sent, false);
    expect(await portraitOf('Fotozenabou')).not.toBeNull();
  });

  it('that no row names, that two rows name, or whose name two pictures have is attached to nobody, and told', async () => {
    const sent = await send(
      row('Fotoabsent', 'absent.jpg'),
      row('Fotodeux', 'double.jpg'),
      row('Fototrois', 'Double.JPG'),
      row('Fotoquatre', 'pareil.jpg'),
      row('Fotocinq', 'b/pareil.jpg'),
    );
    await add(
      sent.id,
      ['double.jpg', 'a/pareil.jpg', 'b/pareil.jpg', 'personne.jpg'].map((name) => ({ name, content: jpeg })),
    );
    expect(await imports.run(sent, true)).toMatchObject({ bonnes: 5, photos: { jointes: 0, manquantes: 5 } });
    const details = await detailsOf(sent.id);
    expect(details).toMatchObject({
      2: 'Photo « absent.jpg » : aucune image de l’archive ne porte ce nom',
      3: expect.stringContaining('la ligne 4 nomme la même image'),
      4: expect.stringContaining('la ligne 3 nomme la même image'),
      5: expect.stringMatching(/plusieurs images de l’archive.*« a\/pareil\.jpg » et « b\/pareil\.jpg »/),
    });
    expect(await listed(sent.id)).toMatchObject({
      'personne.jpg': { sort: 'sans ligne' },
      'double.jpg': { sort: 'plusieurs lignes', lignes: [3, 4] },
    });
    await imports.run(sent, false);
    for (const nom of ['Fotoabsent', 'Fotodeux', 'Fototrois', 'Fotoquatre'])
      expect(await portraitOf(nom)).toBeNull();
  });

  it('is refused alone where it is no picture, broken, locked or unfolds into too much', async () => {
    const sent = await send(row('Fotorefus', 'texte.jpg'), row('Fotobon', 'bon.jpg'));
    await add(sent.id, [
      { name: 'texte.jpg', content: Buffer.from('<svg onload=alert(1)>') },
      { name: 'bombe.jpg', content: Buffer.alloc(60 * 1024 * 1024), declared: 10 },
      { name: 'abîmée.jpg', content: jpeg.subarray(0, 400) },
      { name: 'secrète.jpg', content: jpeg, encrypted: true },
      { name: '../../../etc/bon.jpg', content: jpeg },
    ]);
    expect(await listed(sent.id)).toMatchObject({
      'texte.jpg': { sort: 'refusée', detail: expect.stringContaining('n’est pas une photo') },
      'bombe.jpg': { sort: 'refusée', detail: expect.stringContaining('10 Mo') },
      'abîmée.jpg': { sort: 'refusée', detail: expect.stringContaining('abîmée') },
      'secrète.jpg': { sort: 'refusée', detail: expect.stringContaining('mot de passe') },
    });
    // the path in the archive is a label: the file is written under a name of ours
    await imports.run(sent, false);
    expect(await portraitOf('Fotobon')).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect((await detailsOf(sent.id))[2]).toMatch(/texte\.jpg » : .*n’est pas une photo/);
  });

  it('of a second archive is added, and one with the same path replaces the first', async () => {
    const sent = await send(row('Kolimawa', 'un.jpg'), row('Zeidanou', 'dix.jpg'));
    await add(sent.id, [{ name: 'un.jpg', content: jpeg }]);
    await add(sent.id, [
      { name: 'un.jpg', content: png },
      { name: 'dix.jpg', content: jpeg },
    ]);
    await imports.run(sent, false);
    const [un, dix] = await Promise.all(['Kolimawa', 'Zeidanou'].map(portraitOf));
    expect((await sharp(fileOf(un ?? '')).metadata()).width).toBe(1600);
    expect((await sharp(fileOf(dix ?? '')).metadata()).width).toBe(640);
  });

  it('never replaces a portrait, and is given to who has none only if the file is to correct the register', async () => {
    const rows = [row('Wurrobe', 'x.jpg')];
    const first = await send(...rows);
    await imports.run(first, false);
    const again = await send(...rows);
    await add(again.id, [{ name: 'x.jpg', content: jpeg }]);
    expect(await imports.run(again, true)).toMatchObject({ sorts: { différente: 1 } });
    expect((await detailsOf(again.id))[2]).toContain('Photo : rien dans le registre');
    expect((await imports.decide(again.id, { decisions: { differences: 'corriger' } })).status).toBe(200);
    expect(await imports.run(again, false)).toMatchObject({ sorts: { corrigée: 1 } });
    const kept = await portraitOf('Wurrobe');
    expect(kept).not.toBeNull();

    const other = await send(...rows);
    await add(other.id, [{ name: 'x.jpg', content: png }]);
    await imports.decide(other.id, { decisions: { differences: 'corriger' } });
    expect(await imports.run(other, false)).toMatchObject({ sorts: { identique: 1 } });
    expect(await portraitOf('Wurrobe')).toBe(kept);
  });
});

describe('an archive', () => {
  it.each([
    ['that is no ZIP', () => randomBytes(2000)],
    ['cut short', () => zip([{ name: 'a.jpg', content: jpeg }]).subarray(0, -30)],
    ['of no picture', () => zip([{ name: 'dossier/', content: Buffer.alloc(0) }])],
    [
      'of too many pictures',
      () => zip(Array.from({ length: 2001 }, (_, n) => ({ name: `${n}.jpg`, content: Buffer.from('x') }))),
    ],
  ])('%s is refused as a whole', async (_, content) => {
    const sent = await send(row('Fotozip', 'a.jpg'));
    const { status, body } = await sendZip(sent.id, content());
    expect([status, body.code]).toEqual([415, 'fichier.refuse']);
  });

  it('is not received by who cannot open the file it belongs to', async () => {
    const sent = await send(row('Fotoautre', 'a.jpg'));
    const { body, headers } = sentFile(zip([{ name: 'a.jpg', content: jpeg }]), {
      name: 'p.zip',
      part: 'archive',
    });
    const address = `/v2/contribuables/imports/${sent.id}/photos`;
    expect((await desk.by('maradi').send('POST', address, body, headers)).status).toBe(404);
    expect((await desk.by('lecture').send('POST', address, body, headers)).status).toBe(403);
  });

  it('leaves no file behind once its import is deleted, but for the portraits', async () => {
    const sent = await send(row('Fotogarde', 'garde.jpg'));
    await add(sent.id, [
      { name: 'garde.jpg', content: jpeg },
      { name: 'inutile.jpg', content: jpeg },
    ]);
    await imports.run(sent, false);
    const names = await query<{ nom: string; chemin: string }>(
      'select nom, chemin from import_photo where import_id = $1 order by chemin',
      [sent.id],
    );
    await query('delete from import_contribuable where id = $1', [sent.id]);
    const retired = await query<{ nom: string }>('select nom from fichier_retire where nom = any($1)', [
      names.map(({ nom }) => nom),
    ]);
    expect(retired.map(({ nom }) => nom)).toEqual([
      names.find(({ chemin }) => chemin === 'inutile.jpg')?.nom,
    ]);
  });
});
