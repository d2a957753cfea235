import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** The long walk through every screen (`npm run parcours`). */
export default defineConfig(config, { testDir: 'tests/parcours', fullyParallel: true, reporter: 'list' });
