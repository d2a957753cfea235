import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import { root } from '../setup.mjs';

const file = (status, assertions) => ({
  name: path.join(root, 'a.test.ts'),
  status,
  assertionResults: Array.from({ length: assertions }, () => ({ status, fullName: 'group rule' })),
});
const vitestReport = (passed, total, files = []) => ({
  numPassedTests: passed,
  numTotalTests: total,
  testResults: files,
});
const playwrightReport = (stats, errors = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  suites: [],
  errors,
});

describe('Vitest', () => {
  test.each([
    ['all passed', vitestReport(5, 5), 0, [5, 0]],
    ['what did not pass failed: skipped and to do too', vitestReport(5, 8), 0, [5, 3]],
    ['a file that could not be read', vitestReport(5, 5, [file('failed', 0), file('passed', 5)]), 1, [5, 1]],
    ['a bad end although all passed', vitestReport(5, 5), 1, [5, 1]],
    ['no test at all', vitestReport(0, 0), 0, [0, 1]],
    ['no report', undefined, 1, [0, 1]],
  ])('%s', (_what, report, code, [passed, failed]) => {
    expect(vitestCounts(report, code)).toMatchObject({ passed, failed });
  });

  test('a failed test is named by its file and its title', () => {
    const report = vitestReport(1, 2, [file('failed', 1), file('failed', 0), file('passed', 1)]);
    expect(vitestCounts(report, 1).names).toEqual(['a.test.ts group rule', 'a.test.ts']);
    expect(vitestCounts(undefined, 1).names).toHaveLength(1);
  });
});

describe('Playwright', () => {
  test.each([
    ['all passed', playwrightReport({ expected: 7 }), 0, [7, 0]],
    ['skipped and flaky ones failed', playwrightReport({ expected: 7, skipped: 1, flaky: 1 }), 0, [7, 2]],
    ['a set-up that failed', playwrightReport({}, [{ message: 'no' }]), 1, [0, 1]],
    ['no test at all', playwrightReport({}), 0, [0, 1]],
    ['no report', undefined, 1, [0, 1]],
  ])('%s', (_what, report, code, [passed, failed]) => {
    expect(playwrightCounts(report, code)).toMatchObject({ passed, failed });
  });

  test('a failed test is named by its file and its title', () => {
    const spec = (title, status) => ({ title, tests: [{ status }] });
    const group = { title: 'group', specs: [spec('one', 'unexpected'), spec('two', 'expected')] };
    const suites = [{ title: 'a.spec.ts', specs: [spec('three', 'skipped')], suites: [group] }];
    const report = { ...playwrightReport({ expected: 1, unexpected: 1, skipped: 1 }), suites };
    expect(playwrightCounts(report, 1).names).toEqual(['a.spec.ts three', 'a.spec.ts group one']);
    const setUp = playwrightReport({}, [{ message: 'no browser\n  at x' }]);
    expect(playwrightCounts(setUp, 1).names).toEqual(['no browser']);
  });
});
