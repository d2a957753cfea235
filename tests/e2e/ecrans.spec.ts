/** Every screen and every form, opened one after another in one page. */
import { expect, test } from '@playwright/test';
import { addressesOf } from '../parcours/addresses.ts';
import { minorFaults } from '../parcours/axe.ts';
import { openAsByLink, settle } from '../parcours/faults.ts';
import { look, NARROW_LOOKS, outOfReach, USUAL } from '../parcours/looks.ts';
import { treeFaults } from '../parcours/tree.ts';
import { consoleErrors, signIn } from './support.ts';

test('no screen hides or cuts anything at 320 px, with a zoom or a text of 200 %, has a minor accessibility fault, or tells a screen reader less than its rules ask', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'superadmin');
  await page.goto('/');
  await settle(page);
  const errors = consoleErrors(page);
  const addresses = await addressesOf(page);
  expect(addresses.length).toBeGreaterThan(100);
  const faults: string[] = [];
  for (const address of addresses) {
    await openAsByLink(page, address.replace('page=10', 'page=5'));
    for (const { id, nodes } of await minorFaults(page))
      faults.push(`${address} axe: ${id} ${nodes[0]?.html.slice(0, 120)}`);
    for (const fault of await treeFaults(page)) faults.push(`${address} tree: ${fault}`);
    for (const narrow of NARROW_LOOKS) {
      await look(page, narrow);
      for (const fault of await outOfReach(page)) faults.push(`${address}, ${narrow.name}: ${fault}`);
    }
    await look(page, USUAL);
  }
  expect(faults).toEqual([]);
  expect(errors).toEqual([]);
});
