// Counts of a test run, from the reports that Vitest and Playwright write, and the tests that fell with their messages.
// A test that was skipped was not passed.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './setup.mjs';

const plain = (message) => stripVTControlCharacters(message ?? '');
const local = (file) => path.relative(root, file).replaceAll(path.sep, '/');
const NO_REPORT = { passed: 0, failed: 1, fallen: [] };

/** @param report Vitest's JSON report, or nothing when it wrote none */
export function vitestCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const passed = report.numPassedTests;
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  const fallen = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => ({
        test: `${local(name)} › ${fullName}`,
        message: plain(failureMessages?.join('\n')),
      })),
  );
  fallen.push(...unread.map(({ name, message }) => ({ test: local(name), message: plain(message) })));
  return refuseSilence({ passed, failed: report.numTotalTests - passed + unread.length, fallen }, exitCode);
}

/** @param report Playwright's JSON report, or nothing when it wrote none */
export function playwrightCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const fallen = [
    ...(report.suites ?? []).flatMap(fallenJourneys),
    ...report.errors.map(({ message }) => ({ test: 'set-up', message: plain(message) })),
  ];
  return refuseSilence(
    { passed: expected, failed: unexpected + flaky + skipped + report.errors.length, fallen },
    exitCode,
  );
}

const fallenJourneys = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file, line, title, tests }) => ({
      test: `tests/e2e/${file}:${line} › ${title}`,
      message: plain(
        tests
          .flatMap(({ results }) =>
            results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
          )
          .join('\n'),
      ),
    })),
  ...suites.flatMap(fallenJourneys),
];

/** A run without any test, or one that ended badly although every test passed, has failed. */
function refuseSilence({ passed, failed, fallen }, exitCode) {
  const silent = failed === 0 && (passed === 0 || exitCode !== 0);
  return { passed, failed: silent ? 1 : failed, fallen };
}
