import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './scripts/lib/browser.mjs';
import { ownProduct, WORKERS } from './tests/product.ts';

const { executablePath, env } = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/global-setup.ts',
  workers: WORKERS,
  forbidOnly: true,
  // Limits end what hangs: how busy the machine is beside must not decide what passes.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: {
    // The global setup has started the products before a worker reads this.
    baseURL: ownProduct()?.url ?? '',
    browserName: 'chromium',
    locale: 'fr-FR',
    timezoneId: 'Africa/Niamey',
    // A colour on its way to another one is no fault of contrast.
    contextOptions: { reducedMotion: 'reduce' },
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
