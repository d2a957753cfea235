import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the process that reads a file starts without the schemas of the API', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
    await import(${JSON.stringify(new URL('reading.process.ts', import.meta.url).href)});`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const loaded = stdout.trim().split('\n');
  expect(loaded).toContain(new URL('table.ts', import.meta.url).href);
  expect(loaded.filter((url) => url.includes('/node_modules/zod/'))).toEqual([]);
});
