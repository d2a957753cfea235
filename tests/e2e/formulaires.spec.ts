import { expect, type Locator, type Page, test } from '@playwright/test';
import { PAGES, at } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { WITH_FORMS } from '../parcours/addresses.ts';
import { save } from './forms.ts';
import { choice, choices, heading, PASSWORD, signIn, toast } from './support.ts';

/** The forms of creation that are declared; that of a tax has four steps. */
const FORMS = [
  ...WITH_FORMS.filter(([screen]) => screen !== 'taxes').map(([screen]) => `${SCREENS[screen].url}/create`),
  at(PAGES.collectiviteUser, 1),
];

const MARK = '.mantine-InputWrapper-required';
const fields = (page: Page): Locator => page.locator('form .mantine-InputWrapper-root');
const marked = (page: Page): Locator => fields(page).filter({ has: page.locator(MARK) });
const inputOf = (wrapper: Locator): Locator => wrapper.locator('input:not([type=hidden]), textarea').first();
const nameOf = async (wrapper: Locator): Promise<string> =>
  (await wrapper.locator('label').first().innerText()).replace(/\s*\*$/, '');

/** One word that no other record has, for whatever is written on one line. */
const word = (): string => `e2e${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** Fills a field with whatever will do; a choice that is made again stays. */
async function fill(page: Page, wrapper: Locator): Promise<void> {
  const input = inputOf(wrapper);
  const name = await nameOf(wrapper);
  const list = (await input.getAttribute('aria-haspopup')) === 'listbox';
  if (list) {
    if (await input.isDisabled()) return;
    const several = ((await wrapper.getAttribute('class')) ?? '').includes('MultiSelect');
    for (const _again of several ? [1] : [1, 2]) {
      await input.click();
      const wanted = name.startsWith('Collectivité')
        ? choice(page, 'Ville de Niamey')
        : choices(page).first();
      await wanted.click();
    }
    if (several) return page.keyboard.press('Escape');
    await expect(input, `${name}, chosen again`).not.toHaveValue('');
    return;
  }
  if ((await input.getAttribute('inputmode')) !== null) {
    const value = (await input.inputValue()) || '1';
    await input.fill('35 ans');
    await save(page);
    await expect(input, name).toHaveAttribute('aria-invalid', 'true');
    await expect(input, name).toHaveValue('35 ans');
    return input.fill(value);
  }
  if ((await input.getAttribute('type')) === 'password') return input.fill(PASSWORD);
  const typed = name === 'Email' ? `${word()}@octroi.test` : word();
  return input.fill(typed);
}

for (const address of FORMS)
  test(`what ${address} marks is what it asks for`, async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    await expect(marked(page).first()).toBeVisible();
    await save(page);
    await expect(page.locator('form [aria-invalid="true"]').first()).toBeVisible();
    for (const wrapper of await fields(page).all()) {
      const asked = (await wrapper.locator('[aria-invalid="true"]').count()) > 0;
      const name = await nameOf(wrapper);
      if (asked) expect(await wrapper.locator(MARK).count(), `${name} is asked for without a mark`).toBe(1);
    }

    // what is marked may change with what is chosen
    const filled = new Set<string>();
    for (let again = true; again;) {
      again = false;
      for (const wrapper of await marked(page).all()) {
        const name = await nameOf(wrapper);
        if (filled.has(name)) continue;
        filled.add(name);
        await fill(page, wrapper);
        again = true;
      }
    }
    const answered = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await save(page);
    const reply = await answered;
    expect(reply.status(), await reply.text()).toBe(201);
    await expect(toast(page, "L'élément a bien été ajouté !")).toBeVisible();
    const { id } = (await reply.json()) as { id: number };
    expect((await page.request.delete(`${new URL(reply.url()).pathname}/${id}`)).status()).toBe(204);
  });
