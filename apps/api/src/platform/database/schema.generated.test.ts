import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

const { url } = await testApp();
const ROOT = path.resolve(import.meta.dirname, '../../../../..');

it('the generated types match the migrated database (else: npx kysely-codegen)', async () => {
  const run = promisify(execFile);
  const codegen = path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const verification = run(process.execPath, [codegen, '--verify', '--url', url], { cwd: ROOT }).then(
    ({ stdout }) => ({ ok: true, said: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, said: stdout + stderr }),
  );
  const { ok, said: output } = await verification;
  expect(ok, output).toBe(true);
});
