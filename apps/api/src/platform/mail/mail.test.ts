import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { type Mail, mailer } from './mail.ts';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const said: { level: string; facts: object }[] = [];
beforeEach(() => void said.splice(0));
const log = {
  info: (facts: object) => void said.push({ level: 'info', facts }),
  error: (facts: object) => void said.push({ level: 'error', facts }),
};
const MAIL: Mail = {
  to: { name: 'Hadiza Djibo', address: 'hadiza@octroi.test' },
  subject: 'Un sujet accentué é',
  text: 'Bonjour,\n\nhttps://octroi.example/#secret\n',
};

describe('without a mail server', () => {
  const outbox = path.join(folder, 'donnees/outbox');
  const send = mailer({ smtpUrl: undefined, outbox, from: 'octroi@octroi.example', log });
  const written = () => fs.readdirSync(outbox).map((name) => path.join(outbox, name));

  it('writes each mail to a file readable only by its owner, and logs only the path', async () => {
    await send(MAIL);
    const [file = ''] = written();
    expect(fs.statSync(outbox).mode & 0o777).toBe(0o700);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(said).toEqual([{ level: 'info', facts: { file } }]);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toMatch(/^From: Octroi <octroi@octroi\.example>\r?$/m);
    expect(text).toMatch(/^To: Hadiza Djibo <hadiza@octroi\.test>\r?$/m);
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(text).toContain('https://octroi.example/#secret');
  });

  it.each([
    ['a name', { ...MAIL, to: { name: 'Eve\r\nBcc: tous@ailleurs.example', address: 'eve@octroi.test' } }],
    [
      'an address',
      { ...MAIL, to: { name: 'Eve', address: 'eve@octroi.test\r\nBcc: tous@ailleurs.example' } },
    ],
    ['an address list', { ...MAIL, to: { name: 'Eve', address: 'eve@octroi.test, tous@ailleurs.example' } }],
    ['a subject', { ...MAIL, subject: 'Bonjour\r\nBcc: tous@ailleurs.example' }],
  ])('accepts no header injected through %s', async (_where, mail) => {
    const before = new Set(fs.existsSync(outbox) ? written() : []);
    await send(mail);
    for (const file of written().filter((each) => !before.has(each))) {
      const [head = ''] = fs.readFileSync(file, 'utf8').split(/\r?\n\r?\n/);
      expect(head).not.toMatch(/^(Bcc|Cc):/im);
      expect(head).not.toMatch(/^To:.*, ?<?tous@/im);
    }
  });
});

describe('with a mail server', () => {
  it('delivers the mail', async () => {
    const heard: string[] = [];
    const server = net.createServer((socket) => {
      let data = false;
      socket.write('220 ici\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          heard.push(line);
          if (data && line !== '.') continue;
          data = line === 'DATA';
          socket.write(data ? '354 oui\r\n' : '250 oui\r\n');
        }
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    await mailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      outbox: '/nonexistent',
      from: 'octroi@b.example',
      log,
    })(MAIL);
    server.close();
    expect(heard).toEqual(
      expect.arrayContaining(['MAIL FROM:<octroi@b.example>', 'RCPT TO:<hadiza@octroi.test>', '.']),
    );
    expect(said).toMatchObject([{ level: 'info', facts: { messageId: expect.any(String) as string } }]);
  });

  it('only logs that a server does not answer, without its password', async () => {
    const send = mailer({
      smtpUrl: 'smtp://moi:secret@127.0.0.1:1',
      outbox: '/nonexistent',
      from: 'a@b.example',
      log,
    });
    await expect(send(MAIL)).resolves.toBe(false);
    expect(said).toMatchObject([{ level: 'error' }]);
    expect(JSON.stringify(said)).not.toMatch(/moi|secret/);
  });
});
