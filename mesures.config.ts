import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Measures what a person feels: keys, requests, weight, steadiness (`npm run mesures`). One at a time: times count. */
export default defineConfig(config, { testDir: 'tests/mesures', workers: 1, reporter: 'list' });
