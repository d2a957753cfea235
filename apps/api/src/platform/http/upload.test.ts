/** Every upload route of the contract, with each kind of malformed multipart body. */
import { API } from '@octroi/contract/api';
import type { Endpoint } from '@octroi/contract/platform/http/endpoints';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

const { signIn } = await testApp();
const superadmin = await signIn('superadmin');

const uploads = Object.entries<Endpoint>(API)
  .filter(([, { upload }]) => upload !== undefined)
  .map(([address]) => {
    const [method, path = ''] = address.split(' ');
    return [method as 'POST', `/v2${path.replaceAll(/\{\w+\}/g, '1')}`] as const;
  });

const B = 'boundary-of-the-test';
const part = (head: string, content = 'x') => `--${B}\r\n${head}\r\n\r\n${content}\r\n`;
const closed = (...parts: string[]) => `${parts.join('')}--${B}--\r\n`;
const DISPOSITION = 'Content-Disposition: form-data';
const FILE = `${DISPOSITION}; name="fichier"; filename="a.csv"\r\nContent-Type: text/csv`;

/** Bodies of faulty or malicious clients. */
const MALFORMED: Record<string, string> = {
  nothing: '',
  'no part': closed(),
  'a file without a name': closed(
    part(`${DISPOSITION}; name="fichier"\r\nContent-Type: application/octet-stream`),
  ),
  'a file with an empty name': closed(
    part(`${DISPOSITION}; name="fichier"; filename=""\r\nContent-Type: application/octet-stream`, ''),
  ),
  'a part without a name': closed(part(`${DISPOSITION}; filename="a.csv"\r\nContent-Type: text/csv`)),
  'a part that names nothing': closed(part(DISPOSITION)),
  'a part without headers': closed(part('')),
  'a file without a type': closed(part(`${DISPOSITION}; name="fichier"; filename="a.csv"`)),
  'a type that is none': closed(
    part(`${DISPOSITION}; name="fichier"; filename="a.csv"\r\nContent-Type: ///`),
  ),
  'two files': closed(part(FILE), part(FILE)),
  'a field in place of the file': closed(part(`${DISPOSITION}; name="fichier"`)),
  'a boundary within': closed(part(FILE, `x\r\n--${B}\r\ny`)),
  'a name of control signs': closed(
    part(`${DISPOSITION}; name="fichier"; filename="\u0000\u0007.csv"\r\nContent-Type: text/csv`),
  ),
  'a name of __proto__': closed(part(`${DISPOSITION}; name="__proto__"`), part(FILE)),
  'an end that does not come': part(FILE),
  'a part cut in its headers': `--${B}\r\nContent-Dispo`,
  'another boundary': closed(part(FILE)).replaceAll(B, 'another'),
};

describe('a malformed body', () => {
  it('is tested on every upload route', () => {
    expect(uploads.length).toBeGreaterThan(5);
  });

  describe.each(uploads)('%s %s', (method, path) => {
    it.each(Object.entries(MALFORMED))(
      '%s: the server answers, and not by a fault of its own',
      async (_, text) => {
        const headers = { 'content-type': `multipart/form-data; boundary=${B}` };
        const { status, body } = await superadmin.send(method, path, Buffer.from(text), headers);
        expect(status, JSON.stringify(body)).toBeLessThan(500);
      },
    );
  });
});
