import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '#src/platform/shortcut.ts';
import { askKeys } from './ListKeys.tsx';

const rowOf = (element: Element | null): HTMLTableRowElement | null =>
  element?.closest<HTMLTableRowElement>('tbody tr[tabindex]') ?? null;

/** The row before or after the focused one; without one, the first or the last. */
function moveFocus(list: Element, step: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLTableRowElement>('tbody tr[tabindex]')];
  const focused = rowOf(document.activeElement);
  const at = rows.findIndex((row) => row === focused);
  const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** What a key does in a list; undefined: nothing of ours. */
function actOf({ key, shiftKey }: KeyboardEvent, screen: HTMLElement): (() => void) | undefined {
  const focused = document.activeElement;
  const list = screen.querySelector('#liste');
  const inList = focused === document.body || list?.contains(focused) === true;
  // keys of a row act on the row itself: on a link or a button inside, they are the browser's
  const row = focused instanceof HTMLTableRowElement ? focused : null;
  if (key === '/') return () => screen.querySelector<HTMLElement>('input[inputmode="search"]')?.focus();
  if (key === '?') return askKeys;
  if (!list || !inList) return undefined;
  switch (key) {
    case 'ArrowDown':
      return () => moveFocus(list, 1);
    case 'ArrowUp':
      return () => moveFocus(list, -1);
    case ' ':
      return row
        ? () =>
            row
              .querySelector('input[type="checkbox"]')
              ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
        : undefined;
    case 'Enter':
      return row ? () => row.querySelector<HTMLElement>('td a, td button')?.click() : undefined;
    case 'a':
      return () => screen.querySelector<HTMLElement>('[data-bulk-acts]:not([disabled])')?.click();
    default:
      return undefined;
  }
}

/**
 * The keys of a list screen: `/`, `?`, arrows, Space, Enter and `a`. They do nothing while a person types elsewhere.
 * @returns the ref of the screen's element
 */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!screen.current || !isShortcut(event)) return;
      const act = actOf(event, screen.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return screen;
}
