/** Keys without a modifier that act on a screen. */

/** Where a key is text, or belongs to what is open above the screen. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
const ABOVE = '[role="dialog"], [role="menu"]';

/** Whether a dialog is open above the screen. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Whether a key is for the screen: no modifier, nobody types, and nothing is open above it. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.altKey &&
  !event.metaKey &&
  !(event.target instanceof Element && event.target.closest(TYPING)) &&
  !document.querySelector(ABOVE);
