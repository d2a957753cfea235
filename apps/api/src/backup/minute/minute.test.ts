/** Payments before and after an instant, and a recovery to it, on a separate embedded server. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { withConnection } from '#src/platform/database/connection.ts';
import { formerFolder } from '#src/platform/database/embedded/replacement.ts';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { startEmbedded } from '#src/platform/database/embedded/embedded.ts';
import { testApp, TIME_ZONE } from '#src/testing/app.ts';
import { pay } from '#src/testing/caisse.ts';
import { verify } from '#src/verification/verify.ts';
import { newKeyPair, opening } from '../encryption.ts';
import { folderPlace } from '../places.ts';
import { localText } from './clock.ts';
import { keepMinutes, type MinutePlan, readSheets, staged } from './keep.ts';
import { keptName, stagedName } from './names.ts';
import { type Return, returnTo } from './recover.ts';

const settings = { shared_buffers: '32MB', max_connections: 30 };
// a name that a shell, and the server's own settings, would read otherwise
const home = path.join(temporaryFolder(), "été 50% d’un an, l'autre");
fs.mkdirSync(home);
fs.chmodSync(home, 0o711);
const dataDir = path.join(home, 'pg');
const folder = path.join(home, 'minute');
const elsewhere = path.join(home, 'ailleurs');
fs.mkdirSync(elsewhere);
const { publicKey, privateKey } = await newKeyPair();
const start = () => startEmbedded({ dataDir, settings, archive: true });
const first = await start();
const octroi = await testApp({ at: first.url() });
const superadmin = await octroi.signIn('superadmin');
afterAll(() => fs.rmSync(path.dirname(home), { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const plan = (url: string): MinutePlan => ({
  url,
  cluster: dataDir,
  folder,
  days: 7,
  publicKey,
  timeZone: TIME_ZONE,
});
const keep = (url: string, due = false) => keepMinutes(plan(url), [folderPlace(elsewhere)], due);

const ask = async <T extends object>(url: string, text: string): Promise<T[]> =>
  withConnection(url, 'octroi test', async (client) => (await client.query<T>(text)).rows);

/** An instant between earlier and later events; the log continues in a new segment. */
async function instant(url: string): Promise<Date> {
  const [{ at } = { at: new Date() }] = await ask<{ at: Date }>(
    url,
    'select clock_timestamp() as at from pg_sleep(0.05)',
  );
  // an empty segment is not archived
  await ask(url, "select pg_logical_emit_message(true, 'octroi', 'un mot')");
  await ask(url, 'select pg_switch_wal() from pg_sleep(0.05)');
  return at;
}

const [{ id: payer }] = (await superadmin.get<{ data: [{ id: number }] }>('/v2/contribuables?itemperpage=1'))
  .body.data;
const made = await keep(first.url(), true);
const took = async (montant: number): Promise<number> => (await pay(superadmin, payer, montant)).body.id;
const before = await took(1000);
const noted = await instant(first.url());
const later = await took(2000);
const afterLater = await instant(first.url());
const last = await took(3000);
await first.stop();

const back = (target: Date | undefined, more: Partial<Return> = {}) =>
  returnTo({
    dataDir,
    folder,
    target,
    open: opening(privateKey),
    log: () => undefined,
    show: (moment) => localText(moment, TIME_ZONE),
    signal: new AbortController().signal,
    ...more,
  });

/** The payments in the recovered database; archiving of its log continues. */
async function standing(): Promise<number[]> {
  const server = await start();
  try {
    expect((await keep(server.url())).faults).toEqual([]);
    expect(await verify(server.url(), () => undefined)).toEqual([]);
    const rows = await ask<{ id: string }>(server.url(), 'select id from transaction order by id');
    return rows.map(({ id }) => Number(id)).filter((id) => [before, later, last].includes(id));
  } finally {
    await server.stop();
    fs.rmSync(formerFolder(dataDir), { recursive: true, force: true });
  }
}

const segments = (): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => stagedName(name)?.length === 24)
    .toSorted();

describe('the recovery', () => {
  test('returns to the minute: with the payments before it, without later ones', async () => {
    expect(made).toMatchObject({ faults: [], base: expect.stringMatching(/^base-.*\.tar\.gz\.age$/) });
    const { findings, isStored: kept } = await back(noted);
    expect(findings).toEqual([]);
    expect(fs.existsSync(path.join(kept ?? '', 'PG_VERSION'))).toBe(true);
    expect(await standing()).toEqual([before]);
  });

  test('can be undone: later payments can still be recovered', async () => {
    expect(readSheets(folder).size).toBe(2);
    await back(afterLater);
    expect(await standing()).toEqual([before, later]);
  });

  test('returns to the end of the stored log from a copy alone, after the loss of the machine', async () => {
    const machine = path.join(home, 'autre', 'pg');
    const { findings } = await returnTo({
      dataDir: machine,
      folder: elsewhere,
      target: undefined,
      open: opening(privateKey),
      log: () => undefined,
      show: String,
      signal: new AbortController().signal,
    });
    expect(findings).toEqual([]);
    expect(fs.readdirSync(path.dirname(machine)).toSorted()).toEqual(['pg', 'pg.lock']);
  });

  test('is completed by the next start if it was killed between its two renames', async () => {
    execFileSync('cp', ['-a', dataDir, `${dataDir}.restored`]);
    fs.renameSync(dataDir, formerFolder(dataDir));
    fs.mkdirSync(`${dataDir}.restoring`);
    expect(await standing()).toEqual([before, later]);
    expect(fs.readdirSync(home).toSorted()).toEqual([
      'ailleurs',
      'autre',
      'minute',
      'pg',
      'pg.journal',
      'pg.lock',
    ]);
  });
});

describe('the recovery fails, and leaves the database unchanged,', () => {
  const refusal = async (target: Date | undefined, how: RegExp, from = folder): Promise<void> => {
    const held = fs.statSync(path.join(dataDir, 'PG_VERSION')).ino;
    await expect(back(target, { folder: from })).rejects.toThrow(how);
    expect(fs.statSync(path.join(dataDir, 'PG_VERSION')).ino).toBe(held);
    expect(fs.readdirSync(home).filter((name) => name.includes('rest'))).toEqual([]);
  };
  /** An altered copy of the stored files. */
  const altered = (change: (copy: string) => void): string => {
    const copy = fs.mkdtempSync(path.join(home, 'copie-'));
    fs.cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  };
  /** The segment of the later payment, removed everywhere else. */
  const inBetween = (): string => {
    const [sheet] = [...readSheets(folder).values()].toSorted((a, b) => (a.premier < b.premier ? -1 : 1));
    return segments().find((name) => name > keptName(sheet!.dernier, true))!;
  };

  test('if a segment is missing', async () => {
    const copy = altered((at) => fs.rmSync(path.join(at, inBetween())));
    await refusal(afterLater, new RegExp(`segment ${stagedName(inBetween())}, il manque.*--dossier`), copy);
  });

  test('if a segment is cut', async () => {
    const copy = altered((at) => fs.truncateSync(path.join(at, inBetween()), 300));
    await refusal(afterLater, new RegExp(`segment ${stagedName(inBetween())}, il est coupé ou altéré`), copy);
  });

  test('if the copy is cut', async () => {
    const copy = altered((at) => {
      for (const { fichier } of readSheets(at).values())
        fs.truncateSync(path.join(at, fichier), Math.floor(fs.statSync(path.join(at, fichier)).size / 2));
    });
    await refusal(undefined, /incomplet ou altéré|coupée ou altérée/, copy);
  });

  test('if disk space is missing', async () => {
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 10, bsize: 4096 } as never);
    await refusal(noted, /La place manque.*Rien n’a été changé/);
  });

  test('for an instant in the future, or before the stored copies', async () => {
    await refusal(new Date(Date.now() + 3_600_000), /est à venir/);
    await refusal(new Date('2020-01-01'), /On ne peut pas revenir avant/);
    await refusal(noted, /Aucune copie/, elsewhere.replace('ailleurs', 'nulle-part'));
  });

  test('while the database is in use', async () => {
    const server = await start();
    try {
      await expect(back(noted)).rejects.toThrow(/en service/);
    } finally {
      await server.stop();
    }
  });

  test('if it is interrupted during its check', async () => {
    const stopping = new AbortController();
    const log = (message: string): void => {
      if (message === 'Vérification.') stopping.abort(new Error('Interrompu.'));
    };
    const held = fs.statSync(path.join(dataDir, 'PG_VERSION')).ino;
    await expect(back(noted, { log, signal: stopping.signal })).rejects.toThrow('Interrompu.');
    expect(fs.statSync(path.join(dataDir, 'PG_VERSION')).ino).toBe(held);
    expect(fs.readdirSync(home).filter((name) => name.includes('rest'))).toEqual([]);
  });

  test('while the former cluster of an earlier recovery is still there', async () => {
    fs.mkdirSync(formerFolder(dataDir));
    await refusal(noted, /retour précédent/).finally(() => fs.rmdirSync(formerFolder(dataDir)));
  });
});

test('a damaged sheet is reported, and neither its copy nor the others are lost', async () => {
  const sheets = readSheets(folder);
  const [name, damaged] = [...sheets].toSorted(([, a], [, b]) => (a.premier < b.premier ? 1 : -1))[0]!;
  const content = fs.readFileSync(path.join(folder, name));
  const server = await start();
  try {
    fs.truncateSync(path.join(folder, name), 20);
    const { faults, base } = await keep(server.url());
    // the copy of the present timeline was the damaged one
    expect(base).toBeDefined();
    expect(faults).toEqual([expect.stringMatching(new RegExp(`${name} est coupé ou altéré`))]);
    for (const one of sheets.keys()) if (one !== name) expect(readSheets(folder).has(one)).toBe(true);
    for (const place of [folder, elsewhere])
      expect(fs.readdirSync(place)).toEqual(expect.arrayContaining([name, damaged.fichier]));
  } finally {
    fs.writeFileSync(path.join(folder, name), content);
    await server.stop();
  }
});

test('the waiting log is limited even if its folder cannot be made', async () => {
  const server = await start();
  try {
    await instant(server.url());
    await expect.poll(() => staged(dataDir)).not.toEqual([]);
    const file = path.join(home, 'un-fichier');
    fs.writeFileSync(file, '');
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 10, bsize: 4096 } as never);
    const round = await keepMinutes({ ...plan(server.url()), folder: path.join(file, 'minute') }, [], false);
    expect(round.faults).toEqual([expect.stringContaining(file), expect.stringMatching(/a été abandonné/)]);
    expect(staged(dataDir)).toEqual([]);
    fs.rmSync(file);
  } finally {
    vi.restoreAllMocks();
    await server.stop();
  }
});

test('segments that cannot be stored are dropped before the disk is full, and a new copy is made', async () => {
  const server = await start();
  try {
    await instant(server.url());
    await expect.poll(() => staged(dataDir)).not.toEqual([]);
    const waiting = staged(dataDir);
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 10, bsize: 4096 } as never);
    vi.spyOn(fs, 'createWriteStream').mockImplementation(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    });
    const round = await keep(server.url());
    expect(round.faults.join()).toMatch(/La place manque dans .*a été abandonné/);
    expect(staged(dataDir)).not.toEqual(expect.arrayContaining(waiting.slice(0, 1)));
    vi.restoreAllMocks();
    await instant(server.url());
    await expect.poll(() => staged(dataDir)).not.toEqual([]);
    expect((await keep(server.url())).base).toBeDefined();
  } finally {
    await server.stop();
  }
});
