// npm test: everything that the repository promises, one heading each; the last line is the sum.
// A check without tests of its own (format, a type check, …) counts as one.
import './lib/check-node.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, ensureWebBuilt, pinnedNode, root, toolEnvironment } =
  await import('./lib/setup.mjs');
const { findBrowser } = await import('./lib/browser.mjs');
const { playwrightCounts, vitestCounts } = await import('./lib/counts.mjs');

const bin = (name) => path.join(root, 'node_modules', name);
const PROJECTS = ['packages/contract', 'apps/api', 'apps/web', 'tests'];
const AT_ONCE = 2;

/** Runs a tool with the pinned Node. @returns its exit code, and what it said when `quiet` */
function tool(args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      env: toolEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A check that passes or fails as a whole; it speaks only when it fails. */
async function check(args) {
  const { code, output } = await tool(args, { quiet: true });
  if (code !== 0) console.log(output.trimEnd());
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const sum = (counts) =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  });

async function types() {
  const waiting = [...PROJECTS];
  const counts = [];
  const worker = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      counts.push(await check([bin('typescript/bin/tsc'), '-p', project]));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sum(counts);
}

/** Runs a test runner that writes its JSON report to a file, and counts from that. */
async function counted(run, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-report-'));
  const file = path.join(folder, 'report.json');
  const { code } = await run(file);
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  fs.rmSync(folder, { recursive: true, force: true });
  return count(report, code);
}

const vitest = () =>
  counted(
    (file) =>
      tool([
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ]),
    vitestCounts,
  );

const endToEnd = () =>
  counted((file) => {
    console.log(findBrowser().executablePath);
    return tool([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
  }, playwrightCounts);

async function build() {
  await ensureWebBuilt();
  return { passed: 1, failed: 0 };
}

const STEPS = [
  { title: 'format', run: () => check([bin('oxfmt/bin/oxfmt'), '--check']) },
  { title: 'lint', run: () => check([bin('oxlint/bin/oxlint')]) },
  { title: 'borders', run: () => check(['scripts/borders.mjs']) },
  { title: 'types', run: types },
  { title: 'unit and API tests', run: vitest },
  { title: 'web build', run: build },
  { title: 'end-to-end tests', run: endToEnd },
];

await main(async () => {
  await ensureInstalled();
  const counts = [];
  for (const { title, run } of STEPS) {
    const began = Date.now();
    console.log(`\n== ${title}`);
    const count = await run().catch((error) => {
      console.log(error.message);
      return { passed: 0, failed: 1 };
    });
    counts.push(count);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`-- ${title}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  }
  const { passed, failed } = sum(counts);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed || !passed ? 1 : 0;
});
