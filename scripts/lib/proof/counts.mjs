// Counts of a test run, from the reports that Vitest and Playwright write. A test that was skipped was not passed.

const NO_REPORT = { passed: 0, failed: 1 };

/** @param report Vitest's JSON report, or nothing when it wrote none */
export function vitestCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const passed = report.numPassedTests;
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  return refuseSilence({ passed, failed: report.numTotalTests - passed + unread.length }, exitCode);
}

/** @param report Playwright's JSON report, or nothing when it wrote none */
export function playwrightCounts(report, exitCode) {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return refuseSilence(
    { passed: expected, failed: unexpected + flaky + skipped + report.errors.length },
    exitCode,
  );
}

/** A run without any test, or one that ended badly although every test passed, has failed. */
function refuseSilence({ passed, failed }, exitCode) {
  const silent = failed === 0 && (passed === 0 || exitCode !== 0);
  return { passed, failed: silent ? 1 : failed };
}
