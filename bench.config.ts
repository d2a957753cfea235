import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Records what the screens ask of the API, for the bench to ask it again (`npm run bench:ecrans`). */
export default defineConfig(config, { testDir: 'tests/bench', reporter: 'list' });
