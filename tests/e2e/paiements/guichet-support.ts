import { expect, type Page } from '@playwright/test';

/** The documents that were given to the print dialog. */
type Prints = Window & { prints?: Blob[] };

/** Stands in for the PDF viewer and its print dialog, which the browser of the journeys does not have. */
export async function recordPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const blobs = new Map<string, Blob>();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = create(blob);
      blobs.set(url, blob);
      return url;
    };
    const shown = new WeakMap<HTMLIFrameElement, Blob>();
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true });
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
      set(this: HTMLIFrameElement, url: string) {
        shown.set(this, blobs.get(url)!);
        this.srcdoc = '';
      },
    });
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const print = (): void => {
          const prints = window as Prints;
          prints.prints = [...(prints.prints ?? []), shown.get(this)!];
        };
        return { focus: () => undefined, print };
      },
    });
  });
}

const countPrints = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Prints).prints?.length ?? 0);

/** The width in points of the next document that is printed. */
export async function printed(page: Page, act: () => Promise<void>): Promise<number> {
  const before = await countPrints(page);
  await act();
  await expect.poll(() => countPrints(page)).toBeGreaterThan(before);
  const text = await page.evaluate((count) => (window as Prints).prints![count]!.text(), before);
  return Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(text)?.[1]);
}
