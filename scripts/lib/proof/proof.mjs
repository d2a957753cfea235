// All checks and tests of the repository, in lanes. A check without tests counts as one.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser } from '../browser.mjs';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import { missingPrograms } from './debian-programs.mjs';
import { ensureWebBuilt, root } from '../setup.mjs';
import { unsentSql } from './sql-tags.mjs';
import { runTool } from '../tools.mjs';

const bin = (name) => path.join(root, 'node_modules', name);

/** A check that passes or fails as a whole; its output is shown only if it fails. */
const check =
  (...args) =>
  async () => {
    const { code, output } = await runTool(args);
    return code === 0 ? { passed: 1, failed: 0, output: '' } : { passed: 0, failed: 1, output };
  };
/** Each checker computes shared types again: four cost twice the processor time of one. */
const types = (project) => check(bin('typescript/bin/tsc'), '-p', project, '--checkers', '1');

/** Runs a test runner that writes a JSON report to a file, and counts from it. */
async function counted(run, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-report-'));
  const file = path.join(folder, 'report.json');
  const { code, output } = await run(file);
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  fs.rmSync(folder, { recursive: true, force: true });
  return { ...count(report, code), output };
}

const vitest =
  (project, env = {}) =>
  ({ live, beside }) =>
    counted((file) => {
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
      // Besides the journeys, one worker per core; alone, one more uses the time spent waiting for the database.
      const workers = beside ? ['--maxWorkers=2'] : [];
      return runTool([bin('vitest/vitest.mjs'), 'run', '--project', project, ...workers, ...reporters], {
        live,
        env,
      });
    }, vitestCounts);

/** The API's tests, and a check that they send each `sql` template of its sources to the database. */
async function apiTests(how) {
  for (const name of missingPrograms())
    console.log(`Non essayé : ${name}, qui n’est pas installé (apt-get install ${name}).`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-sql-'));
  const noted = path.join(folder, 'noted');
  const counts = await vitest('api', { OCTROI_STATEMENTS: noted })(how);
  const unsent = unsentSql(noted);
  fs.rmSync(folder, { recursive: true, force: true });
  if (unsent.length === 0) return { ...counts, passed: counts.passed + 1 };
  const message = `no test sends this SQL to the database:\n${unsent.join('\n')}`;
  return {
    passed: counts.passed,
    failed: counts.failed + 1,
    names: [...counts.names, 'each `sql` template is sent to the database'],
    output: `${counts.output}\n${message}`,
  };
}

const journeys = ({ live }) =>
  counted((file) => {
    findBrowser();
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    return runTool([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], { live, env });
  }, playwrightCounts);

async function webBuild() {
  await ensureWebBuilt();
  return { passed: 1, failed: 0, output: '' };
}

const STEPS = {
  format: check(bin('oxfmt/bin/oxfmt'), '--check'),
  lint: check(bin('oxlint/bin/oxlint')),
  borders: check('scripts/borders.mjs'),
  'types of the contract': types('packages/contract'),
  'types of the API': types('apps/api'),
  'types of the field': types('apps/terrain'),
  'types of its service worker': types('apps/terrain/worker'),
  'types of the web': types('apps/web'),
  'types of the journeys': types('tests'),
  'unit tests': vitest('unit'),
  'API tests': apiTests,
  'web build': webBuild,
  'end-to-end tests': journeys,
};

/** Lanes that can be run alone, with their steps in order. */
export const LANES = {
  journeys: ['web build', 'end-to-end tests'],
  checks: Object.keys(STEPS).filter((step) => /^(format|lint|borders|types)/.test(step)),
  unit: ['unit tests'],
  api: ['API tests'],
};
/** Lanes of a row run one after the other; the rows run in parallel, with similar durations. */
const TRACKS = [['journeys'], ['checks', 'unit', 'api']];

const MEMORY = '/dev/shm';
/** Required free space, and free memory. */
const ROOM = 6 * 1024 ** 3;

/**
 * Keeps temporary files of tests in memory if there is room: tens of thousands of small files on a disk cost a fifth of
 * the processor time of the API's tests.
 * @returns {() => void} frees the memory
 */
function writeToMemory() {
  const room = fs.existsSync(MEMORY) ? fs.statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  if (Math.min(os.freemem(), room.bavail * room.bsize) < ROOM) return () => {};
  const folder = fs.mkdtempSync(path.join(MEMORY, 'octroi-'));
  fs.chmodSync(folder, 0o711); // the database's account must be able to pass
  process.env.TMPDIR = folder;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}

const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);

async function runStep(step, how) {
  try {
    return await STEPS[step](how);
  } catch (error) {
    return { passed: 0, failed: 1, output: error.message };
  }
}

/**
 * Runs lanes in parallel. The output of a step is shown when it ends, with its duration; after a failure the other
 * steps still run.
 * @param {string[]} names of lanes; none: all
 * @param {(line: string) => void} say
 * @param {boolean} live shows the output of a step at once, if lanes do not run in parallel
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} `failures`: names of failed tests,
 * with their step
 */
export async function prove(names, say, live = false) {
  const wanted = names.length > 0 ? names : Object.keys(LANES);
  const tracks = TRACKS.map((lanes) =>
    lanes.filter((lane) => wanted.includes(lane)).flatMap((lane) => LANES[lane]),
  );
  const beside = tracks.filter((steps) => steps.length > 0).length > 1;
  const sum = { passed: 0, failed: 0, failures: [] };
  const giveBack = writeToMemory();
  // dozens of products and commands are started: each would read and compile the same sources
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/octroi-compiled');
  await Promise.all(
    tracks.map(async (steps) => {
      for (const step of steps) {
        const began = Date.now();
        say(`.. ${step}`);
        const { passed, failed, names, output } = await runStep(step, { beside, live: live && !beside });
        sum.passed += passed;
        sum.failed += failed;
        if (failed > 0) sum.failures.push(...(names?.map((name) => `${step}: ${name}`) ?? [step]));
        if (output) say(`\n== ${step}\n${output}`);
        say(`-- ${step}: ${passed} passed, ${failed} failed, ${seconds(began)} s`);
      }
    }),
  );
  giveBack();
  return sum;
}
