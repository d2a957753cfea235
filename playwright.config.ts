import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './scripts/lib/browser.mjs';

const { executablePath, env } = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/global-setup.ts',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set by the global setup, which starts the product before a worker reads this.
    baseURL: process.env['OCTROI_E2E_URL'] ?? '',
    browserName: 'chromium',
    locale: 'fr-FR',
    timezoneId: 'Africa/Niamey',
    viewport: { width: 1366, height: 850 },
    screenshot: 'only-on-failure',
    // Recording every journey takes longer than the journeys; --trace on records one that fails.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: BROWSER_ARGS,
      env: { ...(process.env as Record<string, string>), ...env },
    },
  },
});
