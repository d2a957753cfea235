import { MAX_LIGNE, MAX_TEXTE, type PapierRecord, papierParDefaut } from '@octroi/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import type { Problem } from '#src/testing/people.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
const niamey = await signIn('niamey');
const plateau = await signIn('plateau');
const URL = '/v2/entites/1/papiers';

const papiers = async (): Promise<PapierRecord> => (await niamey.get<PapierRecord>(URL)).body;
const TEXTES = { ...papierParDefaut('Niamey'), office: 'Trésorerie de Niamey' };
const save = <Body = PapierRecord & Problem>(body: object, version?: number) =>
  niamey.send<Body>('PUT', URL, body, version === undefined ? {} : { 'if-match': `"${version}"` });
const sendEcusson = (content: Buffer | string, how = {}) => {
  const { body, headers } = sentFile(content, how);
  return niamey.send<PapierRecord & Problem>('POST', `${URL}/ecusson`, body, headers);
};

describe('the papers of a collectivité', () => {
  it('have usual texts until they are set', async () => {
    await query('delete from papier where entite_id = 1');
    expect(await papiers()).toEqual({
      ...papierParDefaut('Niamey'),
      entite: { id: 1, nom: 'Ville de Niamey' },
      ecusson: null,
      version: 0,
    });
  });

  it('are saved completely, and each change is in the journal', async () => {
    const { status, body } = await save({ ...TEXTES, lieu: '  Niamey ' });
    expect([status, body]).toEqual([200, await papiers()]);
    expect(body).toMatchObject({ ...TEXTES, lieu: 'Niamey' });
    const [act] = await query(
      "select acte, domaine, avant ->> 'office' as avant, apres ->> 'office' as apres from journal where ressource = 'papiers' order by id desc limit 1",
    );
    expect(act).toEqual({
      acte: 'modifier',
      domaine: 'impressions',
      avant: 'Régie de recettes',
      apres: 'Trésorerie de Niamey',
    });
  });

  it('cannot be saved over a newer version', async () => {
    const { version } = await papiers();
    expect((await save(TEXTES, version)).status).toBe(200);
    expect((await save(TEXTES, version)).status).toBe(412);
  });

  it.each([
    ['office', { office: 'x'.repeat(MAX_LIGNE + 1) }, `${MAX_LIGNE} caractères au plus.`],
    ['textes', { textes: 'x'.repeat(MAX_TEXTE + 1) }, `${MAX_TEXTE} caractères au plus.`],
    ['lieu', { lieu: undefined }, ''],
    ['devise', { devise: 'Une\nligne' }, 'Un texte sur une ligne est attendu'],
    ['signataireAvis', { signataireAvis: 'a\0b' }, 'Un texte sur une ligne est attendu'],
    ['droits', { droits: 'Deux\nlignes, et \0' }, 'Un signe de ce texte ne s’imprime pas'],
  ])('refuse %s at its field, without a change', async (field, wrong, message) => {
    const before = await papiers();
    const { status, body } = await save({ ...TEXTES, ...wrong });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    );
    expect(await papiers()).toEqual(before);
  });

  it('can be read, not changed, by a user limited to a sub-entity', async () => {
    expect((await plateau.get(URL)).status).toBe(200);
    expect((await plateau.send('PUT', URL, TEXTES)).status).toBe(403);
    const granted = await query(
      `insert into permission (groupe_id, navigation_id, nom)
       select g.id, n.id, 'Modifier' from groupe g, navigation n where g.nom = 'Gestionnaire' and n.cle = 'papiers' returning id`,
    );
    expect(granted).toHaveLength(1);
    const again = await signIn('plateau');
    expect((await again.send('PUT', URL, TEXTES)).status).toBe(403);
    expect((await again.send('PUT', '/v2/entites/2/papiers', TEXTES)).status).toBe(404);
  });
});

describe('a crest', () => {
  it.each(['png', 'jpeg'] as const)('as %s is drawn again, and printed', async (format) => {
    const { status, body } = await sendEcusson(await picture(format, { width: 1200, height: 900 }));
    expect(status).toBe(200);
    expect(body.ecusson).toMatch(/^[0-9a-f]{64}$/);
    const file = await fileOf(octroi, 'niamey', `${URL}/ecusson`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height, hasAlpha } = await sharp(file.bytes).metadata();
    expect([width, height, hasAlpha]).toEqual([480, 360, false]);
  });

  it('can be removed alone', async () => {
    await sendEcusson(await picture('png'));
    await save({ ...TEXTES, droits: 'Réclamez.' });
    const { body } = await niamey.send<PapierRecord>('DELETE', `${URL}/ecusson`);
    expect([body.ecusson, body.droits]).toEqual([null, 'Réclamez.']);
    expect((await niamey.get(`${URL}/ecusson`)).status).toBe(404);
  });

  it.each([
    ['a page', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415, /PNG ou JPEG/],
    ['a WebP', () => picture('webp'), 415, /PNG ou JPEG/],
    [
      'half a PNG',
      async () => (await picture('png', { width: 800 })).subarray(0, 400),
      415,
      /abîmée|incomplète/,
    ],
    ['20 MB', () => Buffer.alloc(20 * 1024 * 1024, 0xff), 413, /2 Mo/],
    ['nothing', '', 415, /PNG ou JPEG/],
  ])('is refused from %s, and the former one stays', async (_, content, expected, message) => {
    const { body } = await sendEcusson(await picture('png'));
    const given = typeof content === 'function' ? await content() : content;
    const reply = await sendEcusson(given);
    expect([reply.status, reply.body.message]).toEqual([expected, expect.stringMatching(message)]);
    expect((await papiers()).ecusson).toBe(body.ecusson);
  });
});

it('a preview is a notice of an invented taxpayer, with the saved texts', async () => {
  await save(TEXTES);
  const { status, bytes, headers } = await fileOf(octroi, 'niamey', `${URL}/apercu`);
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(String(headers['content-disposition'])).toMatch(/^inline/);
  const text = readPdf(bytes).pages.flat().join('\n');
  expect(text).toContain('SPÉCIMEN');
  expect(await query("select from piece where numero = 'SPÉCIMEN'")).toEqual([]);
});
