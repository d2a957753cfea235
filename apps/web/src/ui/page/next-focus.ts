/** Where the focus goes after an act: to what comes next, never to the top of the page. */
import { queryClient } from '#src/platform/query.ts';
import { isDialogOpen } from '#src/platform/shortcut.ts';

/** Frames in which React draws what an act changed. */
const FRAMES = 3;
/** Frames in which the focus may still be lost once nothing goes on: a dialog that closes fades out. */
const WATCHED = 60;

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

const isInDialog = (): boolean => Boolean(document.activeElement?.closest('[role="dialog"]'));

/** Whether the element that had the focus is gone. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Waits until an act's changes are drawn, and a dialog that closes has given up the focus. */
export async function afterDrawing(): Promise<void> {
  for (let frame = 1; frame <= WATCHED; frame++) {
    await nextFrame();
    if (frame >= FRAMES && !isInDialog()) return;
  }
}

/**
 * Whether a person still answers the act's dialog, which has no focus while its call is under way, or what it changed is
 * being read: a row goes only after that.
 */
const goesOn = (): boolean => isDialogOpen() || queryClient.isFetching() > 0;

/**
 * Runs an act, and focuses what comes next each time that the focus is lost to it, on the page where it began.
 * @param next is called after the act
 */
export async function thenFocus(
  act: () => unknown,
  next: () => HTMLElement | null | undefined,
): Promise<void> {
  const { pathname } = window.location;
  await act();
  await afterDrawing();
  for (let still = 0; still < WATCHED; still = goesOn() ? 0 : still + 1) {
    if (window.location.pathname !== pathname) return;
    if (!isDialogOpen() && isLost()) next()?.focus();
    await nextFrame();
  }
}

const LIST = '#liste';
/** The rows of a table, or its cards on a phone. */
const ROW = 'tbody tr[tabindex], ul[aria-label] > li';

const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(ROW)];

/** A row of a table takes the focus itself, a card on a phone its menu. */
const targetIn = (row: HTMLElement | undefined): HTMLElement | null | undefined =>
  row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('button, a');

/**
 * What comes after an act on a row: the button that it started from; once the row is gone, the row that took its place,
 * the last one, or the list.
 */
export function afterRow(inside: HTMLElement): () => HTMLElement | null | undefined {
  const list = inside.closest(LIST);
  const row = inside.closest<HTMLElement>(ROW);
  const index = list && row ? rowsOf(list).indexOf(row) : -1;
  return () => {
    if (inside.isConnected) return inside;
    const now = document.querySelector<HTMLElement>(LIST);
    const rows = now ? rowsOf(now) : [];
    return targetIn(index < 0 ? undefined : (rows[index] ?? rows.at(-1))) ?? now;
  };
}

/** The list itself, after an act on several of its rows. */
export const theList = (): HTMLElement | null => document.querySelector<HTMLElement>(LIST);
