import fs from 'node:fs';
import path from 'node:path';
import { todayIn } from '@octroi/contract';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { databaseFromTemplate, temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { placesElsewhere } from './elsewhere.ts';
import { isEncrypted, newKeyPair, opening } from './encryption.ts';
import { makeBackup, type BackupPlan } from './make.ts';
import { makeOnThread } from './on-thread.ts';
import { sha256Of } from './places.ts';
import { proveByRestore, refuseUnequal } from './proof.ts';
import { s3Server } from './testing/s3-server.ts';

const TIME_ZONE = 'Africa/Niamey';
const nameOf = (day: string, suffix = ''): string => `octroi-2026-11-${day}-020000.octroi${suffix}`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

let plan: BackupPlan;
let folder: string;
beforeEach(async () => {
  const made = await databaseFromTemplate(inject('ownerUrl'), 'backup_made', async (url) => {
    await migrate(url, { timeZone: TIME_ZONE });
    await withConnection(url, 'test', async (client) => {
      await loadReference(client);
      await loadContribuables(client, { contribuables: 40, seed: 3, today: todayIn(TIME_ZONE) });
    });
  });
  cleanups.push(() => made.drop());
  folder = temporaryFolder();
  cleanups.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const uploads = path.join(folder, 'uploads');
  fs.mkdirSync(path.join(uploads, 'ab'), { recursive: true });
  fs.writeFileSync(path.join(uploads, 'ab/photo.jpg'), 'photo');
  plan = {
    url: made.url,
    uploads,
    folder: path.join(folder, 'sauvegardes'),
    waiting: path.join(folder, 'en-cours'),
    retention: { days: 2, weeks: 0, months: 0 },
  };
});

/** Other databases of the server: none may remain from a check. */
const scratches = async (): Promise<string[]> =>
  withConnection(plan.url, 'test', async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like current_database() || '\\_%'`,
    );
    return rows.map(({ datname }) => datname);
  });

describe('a scheduled backup', () => {
  it('is restored as a check, describes its contents, and leaves no temporary data', async () => {
    const made = await makeBackup(plan, nameOf('20'));
    expect(made).toMatchObject({
      fichier: nameOf('20'),
      fichiersJoints: 1,
      verifiee: true,
      chiffree: false,
      copies: [],
      message: null,
    });
    expect(made.lignes).toBeGreaterThan(100);
    expect(fs.readdirSync(plan.folder)).toEqual([nameOf('20')]);
    expect(await sha256Of(fs.createReadStream(path.join(plan.folder, nameOf('20'))))).toBe(made.empreinte);
    expect(fs.existsSync(plan.waiting)).toBe(false);
    expect(await scratches()).toEqual([]);
  });

  it('also runs on a separate thread, which a signal terminates', async () => {
    const order = { plan, elsewhere: {}, name: nameOf('20') };
    expect(await makeOnThread(order, new AbortController().signal)).toMatchObject({ verifiee: true });
    const stopping = AbortSignal.timeout(50);
    await expect(makeOnThread({ ...order, name: nameOf('21') }, stopping)).rejects.toThrow(/abort|timeout/i);
    // its remains do not affect the next one
    await expect
      .poll(() =>
        makeBackup(plan, nameOf('22')).then(
          ({ fichier }) => fichier,
          () => 'not yet',
        ),
      )
      .toBe(nameOf('22'));
    expect(fs.readdirSync(plan.folder)).not.toContain(nameOf('21'));
  });

  it('removes expired backups, but no other files', async () => {
    fs.mkdirSync(plan.folder);
    for (const name of [nameOf('17'), nameOf('18'), nameOf('19'), 'autre.txt', `${nameOf('16')}.partiel`])
      fs.writeFileSync(path.join(plan.folder, name), name);
    await makeBackup(plan, nameOf('20'));
    expect(fs.readdirSync(plan.folder).toSorted()).toEqual(['autre.txt', nameOf('19'), nameOf('20')]);
  });

  it('is kept, with those of the future, if the clock was set back', async () => {
    fs.mkdirSync(plan.folder);
    for (const name of [nameOf('03'), nameOf('04'), nameOf('27'), nameOf('28'), nameOf('29')])
      fs.writeFileSync(path.join(plan.folder, name), name);
    const { fichier, message } = await makeBackup(plan, nameOf('05'));
    expect(fs.readdirSync(plan.folder).toSorted()).toEqual([
      nameOf('04'),
      fichier,
      nameOf('27'),
      nameOf('28'),
      nameOf('29'),
    ]);
    expect(message).toMatch(new RegExp(`^L’horloge de cette machine a changé : ${nameOf('29')}`));
  });

  it('succeeds with a notice if an earlier one cannot be removed', async () => {
    fs.mkdirSync(path.join(plan.folder, nameOf('17')), { recursive: true });
    for (const name of [nameOf('18'), nameOf('19')]) fs.writeFileSync(path.join(plan.folder, name), name);
    const { message, fichier } = await makeBackup(plan, nameOf('20'));
    expect(fichier).toBe(nameOf('20'));
    expect(message).toMatch(/^De plus anciennes n’ont pas pu être ôtées de .*sauvegardes : /);
    expect(fs.readdirSync(plan.folder)).toContain(nameOf('20'));
  });

  it('runs one at a time', async () => {
    const both = await Promise.allSettled([makeBackup(plan, nameOf('20')), makeBackup(plan, nameOf('21'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('déjà en cours') as string },
    });
  });

  it('does not start if the disk would become full, and says what to do', async () => {
    await makeBackup(plan, nameOf('20'));
    const little = vi
      .spyOn(fs, 'statfsSync')
      .mockReturnValue({ bavail: 10, bsize: 1024 } as unknown as fs.BigIntStatsFs & fs.StatsFs);
    await expect(makeBackup(plan, nameOf('21'))).rejects.toThrow(
      /La place manque dans .*OCTROI_BACKUP_DOSSIER/,
    );
    little.mockRestore();
    expect(fs.readdirSync(plan.folder)).toEqual([nameOf('20')]);
  });

  it('if encrypted, can be opened and checked only with the private key', async () => {
    const { publicKey, privateKey } = await newKeyPair();
    const name = nameOf('20', '.age');
    expect(await makeBackup({ ...plan, publicKey }, name)).toMatchObject({ chiffree: true, verifiee: true });
    const file = path.join(plan.folder, name);
    expect(isEncrypted(file)).toBe(true);
    await expect(proveByRestore({ url: plan.url, file, open: opening() })).rejects.toThrow(/est chiffré/);
    const uploads = path.join(folder, 'exercice');
    const tables = await proveByRestore({ url: plan.url, file, open: opening(privateKey), uploads });
    expect(tables.find(({ name: table }) => table === 'contribuable')).toEqual({
      name: 'contribuable',
      rows: 40,
      equal: true,
    });
    expect(tables.every(({ equal }) => equal)).toBe(true);
    expect(fs.readFileSync(path.join(uploads, 'ab/photo.jpg'), 'utf8')).toBe('photo');
    expect(await scratches()).toEqual([]);
  });

  it('fails if the restored data differ from the saved ones', () => {
    const tables = [
      { name: 'ville', rows: 1, equal: true },
      { name: 'taxe', rows: 2, equal: false },
    ];
    expect(() => refuseUnequal(tables)).toThrow(/ne rend pas ce qui a été sauvegardé : taxe\./);
  });
});

describe('copies elsewhere', () => {
  it('go to a folder and a store, are read back, and expire like the backups', async () => {
    const store = await s3Server('depot');
    cleanups.push(() => store.close());
    const copyFolder = path.join(folder, 'ailleurs');
    fs.mkdirSync(copyFolder);
    const elsewhere = placesElsewhere({ folder: copyFolder, s3: store.settings });
    for (const day of ['18', '19']) {
      fs.writeFileSync(path.join(copyFolder, nameOf(day)), day);
      store.files.set(`octroi/${nameOf(day)}`, Buffer.from(day));
    }
    const { copies, empreinte } = await makeBackup(plan, nameOf('20'), elsewhere);
    expect(copies.map(({ message }) => message)).toEqual([null, null]);
    expect(await elsewhere[1]?.digest(nameOf('20'))).toBe(empreinte);
    expect(fs.readdirSync(copyFolder)).toEqual([nameOf('19'), nameOf('20')]);
    expect([...store.files.keys()]).toEqual([`octroi/${nameOf('19')}`, `octroi/${nameOf('20')}`]);
    expect(store.files.get(`octroi/${nameOf('20')}`)).toEqual(
      fs.readFileSync(path.join(plan.folder, nameOf('20'))),
    );
  });

  it('that fail are reported without secrets, and do not fail the backup', async () => {
    const [busy, altering] = [await s3Server('occupe'), await s3Server('altere')];
    cleanups.push(() => [busy, altering].forEach((store) => void store.close()));
    busy.behaviour.status = 503;
    altering.behaviour.altersWhatItStores = true;
    const { copies } = await makeBackup(plan, nameOf('20'), [
      ...placesElsewhere({ folder: path.join(folder, 'non-monté'), s3: busy.settings }),
      ...placesElsewhere({ s3: altering.settings }),
    ]);
    expect(copies.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Copie non faite : le dossier .* n’existe pas\. Le disque est-il monté/),
      expect.stringMatching(/^Copie non faite : /),
      expect.stringMatching(/relu dans .* n’est pas ce qui y a été écrit/),
    ]);
    expect(JSON.stringify(copies)).not.toContain('secret-d-essai');
    expect(altering.files.size).toBe(0);
    const [unread] = placesElsewhere({ folder });
    const failing = { ...unread!, digest: () => Promise.reject(new Error('EIO')) };
    expect((await makeBackup(plan, nameOf('21'), [failing])).copies[0]?.message).toBe(
      'Copie non faite : EIO',
    );
    expect(fs.readdirSync(folder)).not.toContain(nameOf('21'));
    fs.rmSync(path.join(plan.folder, nameOf('21')));
    expect(fs.readdirSync(plan.folder)).toEqual([nameOf('20')]);
  });

  it('of long files are sent in parts, again where the store cuts off', async () => {
    const store = await s3Server('depot');
    cleanups.push(() => store.close());
    const [place] = placesElsewhere({ s3: store.settings });
    store.behaviour.cuts = 2;
    const content = Buffer.alloc(70 * 2 ** 20, 'x');
    await place?.store('long', (await import('node:stream')).Readable.from([content]));
    expect(store.behaviour.cuts).toBe(0);
    expect(store.parts()).toEqual([3]);
    expect(store.files.get('octroi/long')?.equals(content)).toBe(true);
  });
});
