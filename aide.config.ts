import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Draws the pictures of the user guide (`npm run aide`). */
export default defineConfig(config, { testDir: 'tests/aide', reporter: 'list' });
