import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, REPOSITORY_ROOT } from './config.ts';

const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return undefined;
};

describe('without any variable', () => {
  test('the product runs on this machine alone, with its own database and demonstration data', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      poolerUrl: undefined,
      dataDir: path.join(REPOSITORY_ROOT, '.octroi'),
      demo: true,
      demoContribuables: 5000,
      publicUrl: 'http://127.0.0.1:3000',
      smtpUrl: undefined,
      mailFrom: 'octroi@localhost',
      tiles: undefined,
      operatorSecrets: new Map(),
      https: false,
      idleMinutes: 120,
      trustProxy: 0,
      logLevel: 'info',
      metrics: undefined,
      secondFactors: false,
      slowStatementsFrom: 1000,
      backup: undefined,
      operatorMail: undefined,
      timeZone: 'Africa/Niamey',
      pays: 'NE',
    });
  });

  test('an empty value counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });
});

test('a data folder has any name that the embedded database can start in', () => {
  expect(readConfig({ OCTROI_DATA: "/srv/été 50% d’un an, l'autre" }).dataDir).toMatch(/autre$/);
  for (const sign of ['"', '$', '`', '\\'])
    expect(refusal({ OCTROI_DATA: `/srv/${sign}x` })).toContain('OCTROI_DATA');
});

describe('backups', () => {
  const production = { NODE_ENV: 'production', OCTROI_SANS_HTTPS: '1', OCTROI_DATA: '/srv/octroi' };
  test('are made at night in production, in the data folder, and elsewhere only if configured', () => {
    expect(readConfig(production).backup).toEqual({
      hour: 2,
      retention: { days: 7, weeks: 4, months: 6 },
      folder: '/srv/octroi/sauvegardes',
      publicKey: undefined,
      copyFolder: undefined,
      s3: undefined,
      minute: false,
    });
    expect(readConfig({ ...production, OCTROI_BACKUP_HEURE: 'non' }).backup).toBeUndefined();
    expect(readConfig({}).backup).toBeUndefined();
    expect(readConfig({ OCTROI_BACKUP_HEURE: '0' }).backup?.hour).toBe(0);
  });

  test('to the minute need a setting, the embedded database and the hour of its copies', () => {
    expect(readConfig({ ...production, OCTROI_BACKUP_MINUTE: '1' }).backup?.minute).toBe(true);
    expect(refusal({ OCTROI_BACKUP_MINUTE: '1' })).toContain('OCTROI_BACKUP_HEURE');
    expect(
      refusal({ ...production, OCTROI_BACKUP_MINUTE: '1', DATABASE_URL: 'postgres://u:p@db/octroi' }),
    ).toContain('pgBackRest');
  });

  test('to a store need all its credentials, and never show its secret', () => {
    const store = { ...production, OCTROI_BACKUP_S3_URL: 'https://s3.example' };
    expect(refusal(store)).toContain('OCTROI_BACKUP_S3_SECRET');
    const said = refusal({
      ...production,
      OCTROI_BACKUP_S3_SECRET: 'caché',
      OCTROI_BACKUP_CLE_PUBLIQUE: 'age1court',
    });
    expect(said).toContain('OCTROI_BACKUP_CLE_PUBLIQUE');
    expect(said).not.toContain('caché');
  });
});

describe('pgbouncer', () => {
  const poolerUrl = 'postgres://octroi_app:p@db:6432/octroi';
  test('needs the direct address of the database too', () => {
    expect(
      readConfig({ DATABASE_URL: 'postgres://u:p@db/octroi', OCTROI_PGBOUNCER: poolerUrl }),
    ).toMatchObject({ databaseUrl: 'postgres://u:p@db/octroi', poolerUrl });
    expect(refusal({ OCTROI_PGBOUNCER: poolerUrl })).toMatch(/OCTROI_PGBOUNCER.*DATABASE_URL/);
  });
});

describe('demonstration data', () => {
  const external = 'postgres://u:p@db/octroi';
  test.each([
    [{}, true],
    [{ OCTROI_DEMO: '0' }, false],
    [{ DATABASE_URL: external }, false],
    [{ DATABASE_URL: external, OCTROI_DEMO: '1' }, true],
    [{ NODE_ENV: 'production', OCTROI_SANS_HTTPS: '1' }, false],
  ])('%o gives %s', (env, expected) => expect(readConfig(env).demo).toBe(expected));

  test('is refused in production', () => {
    expect(refusal({ NODE_ENV: 'production', OCTROI_DEMO: '1' })).toContain('OCTROI_DEMO');
  });
});

describe('the public address', () => {
  test.each([
    [{ OCTROI_URL: 'https://octroi.example/' }, 'https://octroi.example', 'octroi@octroi.example'],
    [
      { OCTROI_URL: 'https://octroi.example', SMTP_FROM: 'a@b.example' },
      'https://octroi.example',
      'a@b.example',
    ],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080', 'octroi@localhost'],
    [{ HOST: '::1' }, 'http://[::1]:3000', 'octroi@localhost'],
  ])('%o gives %s, and mails from %s', (env, publicUrl, mailFrom) =>
    expect(readConfig(env)).toMatchObject({ publicUrl, mailFrom }),
  );
});

describe('production', () => {
  const production = { NODE_ENV: 'production' };
  test('needs the public https address, or the setting that allows none', () => {
    expect(refusal(production)).toMatch(/OCTROI_URL.*https.*OCTROI_SANS_HTTPS=1/s);
    expect(refusal({ ...production, OCTROI_URL: 'http://octroi.example' })).toContain('OCTROI_SANS_HTTPS');
    expect(readConfig({ ...production, OCTROI_URL: 'https://octroi.example' }).https).toBe(true);
    expect(readConfig({ ...production, OCTROI_SANS_HTTPS: '1' }).https).toBe(false);
  });
});

describe('the background of maps', () => {
  test.each([
    ['https://tuiles.example/{z}/{x}/{y}.png', 'https://tuiles.example'],
    ['https://{s}.tuiles.example:8080/{z}/{y}/{x}', 'https://*.tuiles.example:8080'],
  ])('%s is loaded from %s', (url, origin) =>
    expect(readConfig({ OCTROI_TILES_URL: url, OCTROI_TILES_ATTRIBUTION: '© IGN' }).tiles).toEqual({
      url,
      origin,
      attribution: '© IGN',
    }),
  );
});

describe('the proxies before the server', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['3', 3],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.5, 10.1.0.0/16,fd00::/8', ['10.0.0.5', '10.1.0.0/16', 'fd00::/8']],
  ])('%s is %o', (text, expected) =>
    expect(readConfig({ OCTROI_TRUST_PROXY: text }).trustProxy).toEqual(expected),
  );
});

describe('a wrong value', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['HOST', 'http://x'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'octroi'],
    ['OCTROI_DEMO', 'oui'],
    ['OCTROI_DEMO_CONTRIBUABLES', '0'],
    ['OCTROI_URL', 'octroi.example'],
    ['OCTROI_URL', 'ftp://octroi.example'],
    ['OCTROI_URL', 'https://octroi.example/sous/dossier'],
    ['OCTROI_URL', 'https://moi@octroi.example'],
    ['OCTROI_URL', 'https://octroi.example/?a=1'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_FROM', 'octroi'],
    ['OCTROI_TILES_URL', 'https://tuiles.example/{z}/{x}.png'],
    ['OCTROI_TILES_URL', 'https://[{z}/{x}/{y}.png'],
    ['OCTROI_SANS_HTTPS', 'true'],
    ['OCTROI_TRUST_PROXY', 'oui'],
    ['OCTROI_TRUST_PROXY', '-1'],
    ['OCTROI_TRUST_PROXY', '10'],
    ['OCTROI_TRUST_PROXY', 'mandataire.example'],
    ['OCTROI_TRUST_PROXY', '10.0.0'],
    ['OCTROI_TRUST_PROXY', '10.0.0.1,'],
    ['OCTROI_TRUST_PROXY', '10.0.0.1/33'],
    ['OCTROI_TRUST_PROXY', '10.0.0.0/8/8'],
    ['OCTROI_TRUST_PROXY', '0.0.0.0/0'],
    ['OCTROI_TRUST_PROXY', '::/0'],
    ['OCTROI_TRUST_PROXY', 'fd00::/129'],
    ['LOG_LEVEL', 'verbose'],
    ['OCTROI_METRIQUES', '9464'],
    ['OCTROI_METRIQUES', ':9464'],
    ['OCTROI_METRIQUES', '127.0.0.1:99999'],
    ['OCTROI_REQUETES_LENTES', '1s'],
    ['OCTROI_PAYS', 'Niger'],
    ['OCTROI_TIME_ZONE', 'Niamey'],
  ])('%s=%s is reported with its name, value and the expected value', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name} vaut « ${value} »`);
    expect(message).toContain('attendu');
  });

  test('all are reported at once', () => {
    const message = refusal({ PORT: 'x', LOG_LEVEL: 'y' });
    expect(message).toMatch(/PORT[^]*LOG_LEVEL/);
  });

  test('the secrets of payment operators are read by method, and never shown', () => {
    const secrets = '1=un-secret-bien-long,7=un-autre=avec-signes';
    expect(readConfig({ OCTROI_OPERATEURS: secrets }).operatorSecrets).toEqual(
      new Map([
        [1, 'un-secret-bien-long'],
        [7, 'un-autre=avec-signes'],
      ]),
    );
    for (const wrong of [
      '1=court',
      'un-secret-bien-long',
      '1=un-secret-bien-long,',
      'x=un-secret-bien-long',
    ]) {
      const said = refusal({ OCTROI_OPERATEURS: wrong });
      expect(said).toContain('OCTROI_OPERATEURS');
      expect(said).not.toContain('un-secret-bien-long');
    }
  });

  test('the key of secrets is read with the replaced ones, and never shown', () => {
    const [present, old] = ['A', 'B'].map((letter) => Buffer.alloc(32, letter));
    const text = `${present?.toString('base64')}, ${old?.toString('base64')}`;
    expect(readConfig({ OCTROI_CLE_SECRETS: text }).secretKeys).toEqual([present, old]);
    expect(readConfig({}).secretKeys).toBeUndefined();
    const said = refusal({ OCTROI_CLE_SECRETS: `${text}x` });
    expect(said).toMatch(/OCTROI_CLE_SECRETS.*openssl/);
    expect(said).not.toContain(present?.toString('base64'));
  });

  test('a private key in place of the public one is never shown', () => {
    const said = refusal({ OCTROI_BACKUP_CLE_PUBLIQUE: 'AGE-SECRET-KEY-1QQQQLQCAQM5E6PGDS3RE06' });
    expect(said).toContain('OCTROI_BACKUP_CLE_PUBLIQUE');
    expect(said).not.toContain('LQCAQM5');
  });

  test('second factors are required in production, unless a setting disables them', () => {
    const production = { NODE_ENV: 'production', OCTROI_URL: 'https://octroi.example' };
    expect(readConfig({}).secondFactors).toBe(false);
    expect(readConfig(production).secondFactors).toBe(true);
    expect(readConfig({ ...production, OCTROI_SANS_SECOND_FACTEUR: '1' }).secondFactors).toBe(false);
  });

  test('a password in an address is not shown', () => {
    expect(refusal({ DATABASE_URL: 'mysql://moi:secret@h/d' })).not.toContain('secret');
  });
});

test('exactly the existing variables are explained in .env.example', () => {
  const source = ['config.ts', 'config-backup.ts']
    .map((name) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('');
  const known = [...source.matchAll(/^ {2}([A-Z_]+): \[/gm)].map((match) => match[1]);
  const example = fs.readFileSync(path.join(REPOSITORY_ROOT, '.env.example'), 'utf8');
  const explained = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(known.length).toBeGreaterThan(10);
  expect(new Set(explained)).toEqual(new Set(known));
});

const read = (file: string): string => fs.readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8');

/** `NAME=value` lines of a document; a value with « … » is a placeholder, not an example. */
function examplesIn(file: string): [name: string, value: string][] {
  // a separate line is a complete assignment, including spaces in its value
  const pattern = file.startsWith('docs/')
    ? /(?<!\w)([A-Z][A-Z_]+)=([^\s`]+)/g
    : /^#? ?([A-Z][A-Z_]+)=(.+)$/gm;
  return [...read(file).matchAll(pattern)].flatMap(([, name = '', value = '']) =>
    value.includes('…') || value.startsWith('$') ? [] : [[name, value.replace(/[,;.)]+$/, '')] as const],
  ) as [string, string][];
}

describe('an example of a variable is accepted by the product', () => {
  test.each(['docs/exploitation.md', 'docs/installation.md', '.env.example'])('in %s', (file) => {
    const examples = examplesIn(file);
    expect(examples.length).toBeGreaterThan(3);
    for (const [name, value] of examples)
      expect(refusal({ [name]: value })?.split('\n') ?? []).not.toContainEqual(
        expect.stringMatching(new RegExp(`^- ${name} vaut`)),
      );
  });

  test('the example of operator secrets has two methods', () => {
    const [, value = ''] =
      examplesIn('docs/exploitation.md').find(([name]) => name === 'OCTROI_OPERATEURS') ?? [];
    expect([...readConfig({ OCTROI_OPERATEURS: value }).operatorSecrets.keys()]).toEqual([1, 7]);
  });

  test('the settings file of a new installation is accepted in production', () => {
    const [, block = ''] = /```\w*\n((?:[A-Z][A-Z_]+=.*\n)+)```/.exec(read('docs/installation.md')) ?? [];
    const env = Object.fromEntries(
      block
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(env).toHaveProperty('OCTROI_URL');
    expect(refusal({ NODE_ENV: 'production', ...env })).toBeUndefined();
  });
});
