// Counts and failed names of a test run, from the reports of Vitest and Playwright. A skipped test has not passed.
import path from 'node:path';
import { root } from '../setup.mjs';

const NO_REPORT = { passed: 0, failed: 1, names: ['no report was written'] };

/** @param report Vitest's JSON report; undefined without one */
export function vitestCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const passed = report.numPassedTests;
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => [file, fullName]),
  );
  const names = [
    ...tests.map(([file, name]) => `${relative(file.name)} ${name}`),
    ...unread.map((file) => relative(file.name)),
  ];
  return refuseSilence({ passed, failed: report.numTotalTests - passed + unread.length, names }, exitCode);
}

/** @param report Playwright's JSON report; undefined without one */
export function playwrightCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const names = [
    ...report.suites.flatMap((suite) => notPassed(suite)),
    ...report.errors.map(({ message }) => firstLine(message)),
  ];
  return refuseSilence(
    { passed: expected, failed: unexpected + flaky + skipped + report.errors.length, names },
    exitCode,
  );
}

/** Names of a suite's tests that did not pass, including nested ones. A file is a suite, named by its path. */
function notPassed({ title, specs, suites = [] }) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map((spec) => spec.title);
  return [...own, ...suites.flatMap(notPassed)].map((name) => `${title} ${name}`);
}

const firstLine = (message = '') => message.split('\n', 1)[0];
const relative = (file) => path.relative(root, file);

/** A run without tests, or one that failed although every test passed, counts as failed. */
function refuseSilence({ passed, failed, names }, exitCode) {
  const silent = failed === 0 && (passed === 0 || exitCode !== 0);
  return silent ? { passed, failed: 1, names: ['ended badly, or ran no test'] } : { passed, failed, names };
}
