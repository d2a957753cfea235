// npm run endurance -- N [--folder DIR] [--anew] [LANE…]: the proof N times, to find what falls now and then. What was
// done is kept, so that the same command goes on where it was interrupted.
import './lib/check-node.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, root } = await import('./lib/setup.mjs');
const { LANES, prove } = await import('./lib/proof.mjs');
const { isStopped } = await import('./lib/tools.mjs');
const { fallenOf, runsToKeep, tellRun } = await import('./lib/endurance.mjs');

const USAGE = `npm run endurance -- N [--folder DOSSIER] [--anew] [${Object.keys(LANES).join('|')}…]`;

function asked(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: { type: 'string' }, anew: { type: 'boolean', default: false } },
  });
  const [times, ...lanes] = positionals;
  const wanted = Number(times);
  if (!Number.isInteger(wanted) || wanted < 1 || lanes.some((lane) => !Object.hasOwn(LANES, lane)))
    return undefined;
  const folder = values.folder
    ? path.resolve(process.env.INIT_CWD ?? process.cwd(), values.folder)
    : path.join(root, 'node_modules/.octroi-endurance');
  return { wanted, lanes, folder, anew: values.anew };
}

/** The commit whose proof this is; nothing where the sources came without their history. */
const commit = () =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() || null;

/** Whole or not at all, so that an interruption leaves what was there. */
function write(file, state) {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 1)}\n`);
  fs.renameSync(`${file}.new`, file);
}

/** What a journey that fell had on screen: the next run empties where it stands (playwright.config.ts). */
function keepSeen(folder) {
  const seen = path.join(root, 'test-results');
  if (fs.existsSync(seen)) fs.cpSync(seen, folder, { recursive: true });
}

await main(async (args) => {
  const order = asked(args);
  if (!order) {
    console.error(USAGE);
    return 2;
  }
  await ensureInstalled();
  const { wanted, lanes, folder, anew } = order;
  const file = path.join(folder, 'runs.json');
  fs.mkdirSync(folder, { recursive: true });
  const before = !anew && fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  const state = { commit: commit(), lanes, runs: [] };
  state.runs = runsToKeep(before, state, wanted);
  state.runs.forEach((run, index) => console.log(tellRun(run, index + 1, wanted)));
  while (state.runs.length < wanted) {
    const rank = state.runs.length + 1;
    const began = Date.now();
    const log = fs.createWriteStream(path.join(folder, `run-${rank}.log`));
    const { passed, failed, fallen } = await prove(lanes, (line) => log.write(`${line}\n`));
    await new Promise((resolve) => log.end(resolve));
    if (isStopped()) return process.exitCode;
    if (fallen.length > 0) keepSeen(path.join(folder, `run-${rank}`));
    state.runs.push({ passed, failed, fallen, seconds: Math.round((Date.now() - began) / 1000) });
    write(file, state);
    console.log(tellRun(state.runs.at(-1), rank, wanted));
  }
  const fallen = fallenOf(state.runs);
  console.log(fallen.length === 0 ? '\nNothing fell.' : `\n${fallen.join('\n')}`);
  const clean = state.runs.filter(({ passed, failed }) => passed > 0 && failed === 0).length;
  console.log(`\n${clean} of ${wanted} runs without a failure; what each said is in ${folder}`);
  return clean === wanted ? 0 : 1;
});
