/** A person at the keyboard, whose keys are counted. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Counts each typed character as one key, and a chord (Control+k) as one. */
export class Keyboard {
  private keys = 0;
  private readonly started = Date.now();

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }
  /** Presses Tab until the element has the focus; a person looks where the focus is. */
  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    await expect(target).toBeFocused();
  }
  /** Opens the search from anywhere, and a thing that it finds, by arrows where it is not the first. */
  async open(words: string, found: RegExp): Promise<void> {
    const box = this.page.getByRole('dialog');
    await this.press('Control+k');
    await expect(box.getByRole('combobox')).toBeFocused();
    await this.type(words);
    const options = box.getByRole('option');
    await expect(options.filter({ hasText: found }).first()).toBeVisible();
    const rank = (await options.allInnerTexts()).findIndex((text) => found.test(text));
    await this.press('ArrowDown', rank);
    await this.press('Enter');
  }
  result(): { keys: number; seconds: number } {
    return { keys: this.keys, seconds: (Date.now() - this.started) / 1000 };
  }
}

const MOST_STOPS = 40;
