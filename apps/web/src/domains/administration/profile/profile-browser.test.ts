import { expect, test } from 'vitest';
import { browserOf } from './profile-browser.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
test.each([
  [`${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 'Chrome sur Windows'],
  [
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge sur Windows',
  ],
  [`${WINDOWS} Gecko/20100101 Firefox/140.0`, 'Firefox sur Windows'],
  [
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome sur Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari sur iOS',
  ],
  ['curl/8.5.0', 'Navigateur inconnu'],
  [null, 'Navigateur inconnu'],
])('%s is %s', (userAgent, named) => expect(browserOf(userAgent)).toBe(named));
