import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Photo } from '@octroi/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, PASSWORD, testApp } from '#src/testing/app.ts';
import { tokens } from '#src/testing/people.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const { signIn, query, nobody, callerWith, uploads } = await testApp();
let niamey: Caller;
let maradi: Caller;
let agent: Caller;
let contribuable: number;
let equipement: number;
beforeAll(async () => {
  niamey = await signIn('niamey');
  maradi = await signIn('maradi');
  agent = await tokens(nobody, callerWith).enter('agent.terrain', PASSWORD);
  const [owner] = await query<{ contribuable: string; equipement: string }>(
    'select contribuable_id as contribuable, min(id) as equipement from equipement where entite_id = 1 group by 1 limit 1',
  );
  contribuable = Number(owner?.contribuable);
  equipement = Number(owner?.equipement);
});

const send = (by: Caller, address: string, content: Buffer | string, how = {}) => {
  const { body, headers } = sentFile(content, how);
  return by.send<Photo & { code?: string; message?: string }>('POST', `/v2/${address}/photo`, body, headers);
};
const fetchFile = (by: Caller, name: string) => by.get(`/uploads/${name}`);
const bytesOf = (name: string): Buffer => fs.readFileSync(path.join(uploads, name.slice(0, 2), name));
const filesKept = (): string[] =>
  fs.existsSync(uploads)
    ? fs.readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))
    : [];
const shownOf = async (table: 'contribuable' | 'equipement', id: number): Promise<string | null> =>
  (await query<{ photo: string | null }>(`select photo from ${table} where id = $1`, [id]))[0]?.photo ?? null;

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('as %s is accepted and shown with its record', async (format) => {
    const { status, body } = await send(niamey, `contribuables/${contribuable}`, await picture(format));
    expect(status).toBe(201);
    expect(body).toMatchObject({ largeur: 640, hauteur: 480, equipement: null });
    expect(body.nom).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect((await niamey.get<{ photo: string }>(`/v2/contribuables/${contribuable}`)).body.photo).toBe(
      body.nom,
    );
    const file = await fetchFile(niamey, body.nom);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(bytesOf(body.miniature)).metadata()).width).toBe(320);
  });

  it('is revalidated by the browser, not sent again', async () => {
    const { body } = await send(niamey, `contribuables/${contribuable}`, await picture());
    const again = await niamey.get(`/uploads/${body.nom}`, { 'if-none-match': `"${body.nom}"` });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('loses its metadata, and is turned upright', async () => {
    const exif = { IFD0: { Model: 'Appareil-espion' }, IFD3: { GPSLatitude: '13/1 30/1 0/1' } };
    const lying = await sharp(await picture('jpeg', { width: 600, height: 300 }))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await send(niamey, `contribuables/${contribuable}`, lying);
    expect([body.largeur, body.hauteur]).toEqual([300, 600]);
    const metadata = await sharp(bytesOf(body.nom)).metadata();
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytesOf(body.nom).includes('espion')).toBe(false);
  });

  it('is reduced to the size needed for printing', async () => {
    const { body } = await send(
      niamey,
      `contribuables/${contribuable}`,
      await picture('jpeg', { width: 4000, height: 3000 }),
    );
    expect([body.largeur, body.hauteur]).toEqual([1600, 1200]);
  });

  it('of a taxpayer replaces the former one, whose file is deleted', async () => {
    const first = (await send(niamey, `contribuables/${contribuable}`, await picture())).body;
    const second = (await send(niamey, `contribuables/${contribuable}`, await picture('png'))).body;
    expect(await shownOf('contribuable', contribuable)).toBe(second.nom);
    expect((await fetchFile(niamey, first.nom)).status).toBe(404);
    expect(filesKept().some((name) => name.includes(first.nom.slice(0, 32)))).toBe(false);
    expect((await niamey.send('DELETE', `/v2/contribuables/${contribuable}/photo`)).status).toBe(204);
    expect(await shownOf('contribuable', contribuable)).toBeNull();
    expect((await niamey.send('DELETE', `/v2/contribuables/${contribuable}/photo`)).status).toBe(404);
  });

  it('is recorded in the journal', async () => {
    const { body, headers } = await send(niamey, `contribuables/${contribuable}`, await picture());
    const [act] = await query(
      'select acte, ressource, enregistrement_id, apres from journal where request_id = $1',
      [headers['x-request-id']],
    );
    expect(act).toMatchObject({
      acte: 'modifier',
      ressource: 'contribuables',
      apres: { photos: [body.nom] },
    });
  });
});

describe('photos of an equipment', () => {
  it('can be up to twelve, the first is shown, each can be removed', async () => {
    const names: Photo[] = [];
    for (let n = 0; n < 12; n++)
      names.push(
        (await send(agent, `equipements/${equipement}`, await picture('jpeg', { width: 40, height: 40 })))
          .body,
      );
    expect(await shownOf('equipement', equipement)).toBe(names[0]?.nom);
    const thirteenth = await send(agent, `equipements/${equipement}`, await picture());
    expect([thirteenth.status, thirteenth.body.message]).toEqual([409, expect.stringContaining('12 photos')]);

    const all = await niamey.get<{ data: Photo[] }>(`/v2/contribuables/${contribuable}/photos`);
    expect(all.body.data.filter((photo) => photo.equipement?.id === equipement)).toHaveLength(12);

    const [first, second] = names;
    expect((await niamey.send('DELETE', `/v2/equipements/${equipement}/photos/${first?.id}`)).status).toBe(
      204,
    );
    expect(await shownOf('equipement', equipement)).toBe(second?.nom);
    expect((await niamey.send('DELETE', `/v2/equipements/${equipement}/photos/${first?.id}`)).status).toBe(
      404,
    );
  });

  it('are deleted with it, with their files', async () => {
    const [stored] = (await niamey.get<{ data: Photo[] }>(`/v2/equipements/${equipement}/photos`)).body.data;
    await query('delete from photo where equipement_id = $1', [equipement]);
    await send(niamey, `contribuables/${contribuable}`, await picture());
    expect(filesKept().some((name) => name.includes((stored?.nom ?? '').slice(0, 32)))).toBe(false);
  });
});

describe('the right to see and change a photo', () => {
  it('needs the taxpayer in scope; otherwise the photo does not exist', async () => {
    const { body } = await send(agent, `contribuables/${contribuable}`, await picture());
    expect((await fetchFile(nobody, body.nom)).status).toBe(401);
    for (const name of [body.nom, body.miniature]) {
      expect((await fetchFile(niamey, name)).status).toBe(200);
      expect((await fetchFile(agent, name)).status).toBe(200);
      expect((await fetchFile(maradi, name)).status).toBe(404);
    }
    expect((await send(maradi, `contribuables/${contribuable}`, await picture())).status).toBe(404);
    expect(
      (await send(await signIn('lecture'), `contribuables/${contribuable}`, await picture())).status,
    ).toBe(403);
    expect((await agent.send('DELETE', `/v2/contribuables/${contribuable}/photo`)).status).toBe(403);
  });

  it.each([
    '..%2f..%2fpg%2fpostgresql.conf',
    '%2fetc%2fpasswd',
    'a.jpg',
    `${'0'.repeat(32)}.jpg`,
    `${'0'.repeat(32)}.svg`,
  ])('does not give a file for the name %s', async (name) =>
    expect((await fetchFile(niamey, name)).status).toBe(404),
  );
});

/** A PNG whose head claims a size, with a body that unfolds into zeros for ever. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('data other than a photo', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const HTML = '<!doctype html><script>alert(document.cookie)</script>';

  it.each<[string, () => Promise<Buffer> | Buffer, number, RegExp]>([
    ['an SVG named photo.jpg', () => Buffer.from(SVG), 415, /JPEG, PNG ou WebP/],
    ['a page named photo.jpg', () => Buffer.from(HTML), 415, /JPEG, PNG ou WebP/],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 415, /JPEG, PNG ou WebP/],
    ['a PDF', () => Buffer.from('%PDF-1.7 '), 415, /JPEG, PNG ou WebP/],
    ['nothing', () => Buffer.alloc(0), 415, /JPEG, PNG ou WebP/],
    ['the head of a JPEG alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 415, /abîmée/],
    ['half a JPEG', async () => half(await noisy()), 415, /abîmée/],
    ['half a PNG', async () => half(await picture('png')), 415, /abîmée/],
    ['a page that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff\xe0${HTML}`, 'latin1'), 415, /abîmée/],
    ['50,000 × 50,000 pixels', () => bomb(50_000, 50_000), 415, /trop de pixels \(50.000 × 50.000\)/],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413, /10 Mo/],
  ])('%s is refused with the reason, and leaves no file', async (_, make, status, message) => {
    const before = filesKept();
    const reply = await send(niamey, `contribuables/${contribuable}`, await make());
    expect(reply.status).toBe(status);
    expect(reply.body.message).toMatch(message);
    expect(filesKept()).toEqual(before);
  });

  it('hidden behind a photo is removed', async () => {
    const two = Buffer.concat([await picture(), Buffer.from(HTML)]);
    const { status, body } = await send(niamey, `contribuables/${contribuable}`, two);
    expect(status).toBe(201);
    expect(bytesOf(body.nom).includes('script')).toBe(false);
  });

  it('gets an error without a file or without multipart', async () => {
    const address = `/v2/contribuables/${contribuable}/photo`;
    expect((await niamey.send('POST', address, { photo: 'x' })).status).toBe(415);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '',
      '--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      '--x\r\nContent',
    ]) {
      const reply = await niamey.send<{ message: string }>('POST', address, Buffer.from(body), headers);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/fichier|incomplet/)]);
    }
  });

  it('is refused by routes that take no file', async () => {
    const { body, headers } = sentFile('x');
    expect((await niamey.send('POST', '/v2/villes', body, headers)).status).toBe(415);
  });
});

const half = (content: Buffer): Buffer => content.subarray(0, Math.floor(content.length / 2));
/** A picture that does not shrink to nothing. */
const noisy = (): Promise<Buffer> => {
  const pixels = Buffer.from(
    Array.from({ length: 300 }, (_, n) => [...createHash('sha512').update(String(n)).digest()]).flat(),
  );
  return sharp(pixels, { raw: { width: 80, height: 80, channels: 3 } })
    .jpeg()
    .toBuffer();
};

it('the folder of uploads contains only complete plain files, which a backup saves', () => {
  const all = fs
    .readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  expect(all.length).toBeGreaterThan(0);
  expect(all.every(({ name }) => /^[0-9a-f]{32}(-mini)?\.jpg$/.test(name))).toBe(true);
});
