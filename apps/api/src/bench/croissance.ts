/** `npm run croissance -- PETIT.json GRAND.json --out FICHIER.svg`: what grows from one volume to another, as a table and a picture. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { command } from '#src/commands/command.ts';
import { growthOf, growthPicture, growthTable, type Measured } from './growth.ts';

const read = async (file: string): Promise<Measured> => JSON.parse(await readFile(file, 'utf8')) as Measured;

await command(async ({ args, say }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string', default: 'croissance.svg' } },
  });
  const [small, large] = positionals;
  if (!small || !large || positionals.length > 2)
    throw new Error('npm run croissance -- PETIT.json GRAND.json --out FICHIER.svg');
  const measured = await Promise.all([read(small), read(large)]);
  const growths = growthOf(...measured);
  const volumes = measured.map(({ contribuables }) => contribuables.toLocaleString('fr-FR'));
  const title = `De ${volumes.join(' à ')} contribuables : ce qui grandit, et comment`;
  await writeFile(values.out, growthPicture(growths, title));
  say(growthTable(growths, volumes));
  return 0;
});
