import { ENTRIES, type MenuKey, SCREENS } from '@octroi/contract/register';
import { expect, it } from 'vitest';
import { SENTENCES } from './sentences.ts';

it('each card has a sentence and a group, and no sentence is without its card', () => {
  const cards = (Object.keys(SCREENS) as MenuKey[]).filter((key) => SCREENS[key].card !== undefined);
  expect(new Set(Object.keys(SENTENCES))).toEqual(new Set(cards));
  for (const key of Object.keys(SCREENS) as MenuKey[])
    if (ENTRIES[SCREENS[key].page].url !== undefined) expect(SCREENS[key].card, key).toBeDefined();
});
