/** Prints a PDF through the browser's own dialog. */
import type { NamedFile } from '#src/platform/api.ts';
import { saveFile } from './save-file.ts';

/** Minutes after which a printed document is released: the dialog reads it while it is open. */
const KEPT_MINUTES = 10;

/**
 * Opens the print dialog on the document at once. A browser that was started for silent printing shows no dialog; one
 * that cannot show a PDF, as on most phones, saves the file.
 */
export async function printFile(file: NamedFile): Promise<void> {
  if (!navigator.pdfViewerEnabled) return saveFile(file);
  const url = URL.createObjectURL(new Blob([file.content], { type: 'application/pdf' }));
  const frame = document.createElement('iframe');
  // a frame that is not displayed prints an empty page
  frame.style.cssText = 'position: fixed; inset: auto 100% 100% auto; width: 1px; height: 1px; border: 0';
  frame.title = file.name;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  const { promise, resolve } = Promise.withResolvers<void>();
  frame.addEventListener('load', () => resolve(), { once: true });
  frame.src = url;
  document.body.append(frame);
  await promise;
  const focused = document.activeElement;
  frame.contentWindow?.focus();
  frame.contentWindow?.print();
  if (focused instanceof HTMLElement) focused.focus();
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, KEPT_MINUTES * 60_000);
  return undefined;
}
