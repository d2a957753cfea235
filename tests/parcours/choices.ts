/** Enter in the lists of choices of a form: it takes the choice, and never sends the form. */
import { expect, type Locator, type Page } from '@playwright/test';
import { settle } from './faults.ts';

/** Calls that read by a POST. */
const READING = /\/(doublons|preparation|simulation|selections)\b/;

/** Lets nothing be saved from now on; returns the calls that would have saved something. */
export async function refuseWrites(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.route('**/v2/**', (route) => {
    const [method, { pathname }] = [route.request().method(), new URL(route.request().url())];
    if (method === 'GET' || READING.test(pathname)) return route.fallback();
    refused.push(`${method} ${pathname}`);
    return route.abort();
  });
  return refused;
}

const listsIn = (form: Locator): Locator =>
  form
    .locator('input[aria-haspopup="listbox"][aria-expanded]:not([readonly]):not([disabled])')
    .filter({ visible: true });

/** The first label that the list offers; undefined if there is none but « Créer… ». */
async function offeredIn(page: Page, list: Locator): Promise<string | undefined> {
  // the options of the list before may still be on their way out
  const options = page.locator(`[id="${await list.getAttribute('aria-controls')}"]`).getByRole('option');
  const labels = await options.evaluateAll((all) =>
    // the details of an option are below its name
    all.map((option) => option.querySelector('span')?.firstChild?.textContent ?? option.textContent),
  );
  return labels.find((label) => label !== '' && !label.startsWith('Créer'));
}

const SEVERAL = ' choix';

/** What is chosen: the text of the field, or the number of pills before it. */
const chosenIn = (list: Locator): Promise<string> =>
  list.evaluate((input: HTMLInputElement, several) => {
    const pills = input.closest('.mantine-MultiSelect-pillsList');
    return pills ? pills.querySelectorAll('.mantine-MultiSelect-pill').length + several : input.value;
  }, SEVERAL);

/** A list is read by the server at most that long. */
const TAKEN_MS = 5000;

/** Whether a choice is taken, at once or when the list has been read; several choices leave their list open. */
async function isTaken(list: Locator, before: string): Promise<boolean> {
  const several = before.endsWith(SEVERAL);
  const taken = several
    ? expect.poll(() => chosenIn(list), { timeout: TAKEN_MS }).not.toBe(before)
    : expect(list).toHaveAttribute('aria-expanded', 'false', { timeout: TAKEN_MS });
  return taken.then(
    () => true,
    () => false,
  );
}

interface TriedList {
  list: Locator;
  name: string;
  fault: (what: string) => void;
}

/** Focus opens nothing, and Enter in an untouched list changes nothing. */
async function tryUntouched({ list, name, fault }: TriedList): Promise<void> {
  await expect(list, name).not.toHaveValue('…');
  const before = await list.inputValue();
  await list.focus();
  if ((await list.getAttribute('aria-expanded')) !== 'false') fault('opens on focus');
  await list.click();
  await expect(list, name).toHaveAttribute('aria-expanded', 'true');
  await expect(list, name).not.toHaveAttribute('aria-busy', 'true');
  await list.press('Enter');
  if ((await list.inputValue()) !== before) fault('Enter changes an untouched choice');
}

/**
 * Whether the letters found nothing, so that Enter began the creation of a record: right only if the offered one is gone,
 * removed by another journey.
 */
async function beganCreation(page: Page, { list, name, fault }: TriedList, label: string): Promise<boolean> {
  const creation = page.getByRole('dialog', { name: /^Création/ });
  if ((await creation.count()) === 0) return false;
  await page.keyboard.press('Escape');
  await expect(creation).toHaveCount(0);
  await list.fill(lettersOf(label));
  await expect(list, name).not.toHaveAttribute('aria-busy', 'true');
  if ((await offeredIn(page, list)) === label) fault(`« ${label} » is offered, and its creation begun`);
  await list.press('Escape');
  await list.blur();
  return true;
}

const lettersOf = (label: string): string => label.slice(0, 4).trim();

/** A few letters of an offered choice and Enter take it; letters of no choice and Enter take nothing. */
async function tryTyped(page: Page, { list, name, fault }: TriedList): Promise<boolean> {
  const label = await offeredIn(page, list);
  if (label === undefined) {
    await list.press('Escape');
    return false;
  }
  const before = await chosenIn(list);
  await list.fill('');
  await list.pressSequentially(lettersOf(label));
  await list.press('Enter');
  if (!(await isTaken(list, before))) fault(`« ${label} » is not taken`);
  if (await beganCreation(page, { list, name, fault }, label)) return false;
  if (!(await list.isEditable())) return true;
  // until it is left, a field may show the letters that found its former choice again
  await list.blur();
  await expect(list, name).not.toHaveValue('…');
  const chosen = await chosenIn(list);
  await list.pressSequentially('zzz');
  await list.press('Escape');
  if (!(await list.isVisible())) {
    fault('Escape closes the form');
    return true;
  }
  // some lists show their choice again at once
  if ((await list.inputValue()).includes('zzz')) {
    await list.press('Enter');
    if ((await list.getAttribute('aria-expanded')) === 'true') await list.press('Escape');
    else fault('Enter takes a text that is no choice');
  }
  await list.blur();
  if ((await chosenIn(list)) !== chosen) fault(`a text that is no choice changes « ${chosen} »`);
  return true;
}

export interface TriedForms {
  /** Lists in which letters and Enter took a choice. */
  chosen: string[];
  faults: string[];
}

/** Tries each list of choices of the forms, those too that a choice in another one opens. */
export async function tryLists(page: Page, forms: Locator, where: string, tried: TriedForms): Promise<void> {
  const lists = listsIn(forms);
  const dialogs = page.getByRole('dialog');
  const open = await dialogs.count();
  const seen = new Set<string>();
  for (;;) {
    const ids = await lists.evaluateAll((inputs) => inputs.map((input) => input.id));
    const id = ids.find((one) => !seen.has(one));
    if (id === undefined) return;
    seen.add(id);
    const list = lists.and(page.locator(`[id="${id}"]`));
    const label = await list.evaluate(
      (input: HTMLInputElement) => input.labels?.[0]?.textContent ?? input.ariaLabel,
    );
    const name = `${where}: ${label}`;
    const fault = (what: string): void => void tried.faults.push(`${name}, ${what}`);
    await tryUntouched({ list, name, fault });
    if (await tryTyped(page, { list, name, fault })) tried.chosen.push(name);
    if ((await dialogs.count()) === open) continue;
    fault('opens a dialog');
    return;
  }
}

/** Counts the requests of a page that have no answer yet. */
export function countRequests(page: Page): () => number {
  let running = 0;
  page.on('request', () => (running += 1));
  const ended = (): unknown => (running -= 1);
  page.on('requestfinished', ended).on('requestfailed', ended);
  return () => running;
}

/** Between two looks at the requests of a screen. */
const LOOK_MS = 100;

/** Waits until the screen has read what it shows: for a few looks on end, it has asked nothing. */
async function untilRead(page: Page, running: () => number): Promise<void> {
  let quiet = 0;
  await expect
    .poll(() => (quiet = running() === 0 ? quiet + 1 : 0), { intervals: [LOOK_MS] })
    .toBeGreaterThan(2);
  await settle(page);
}

/** Tries the lists of choices of the screen's forms, in all their tabs. */
export async function tryForms(
  page: Page,
  where: string,
  tried: TriedForms,
  running: () => number,
): Promise<void> {
  await untilRead(page, running);
  const forms = page.locator('main form:not([role="search"])');
  await tryLists(page, forms, where, tried);
  for (const tab of (await page.locator('main form [role="tab"]').all()).slice(1)) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await untilRead(page, running);
    await tryLists(page, forms, where, tried);
  }
}
