/**
 * Enter in an open list of choices: it chooses the first one, and never submits the form. Mantine chooses the highlighted
 * option itself; without one it would let the browser submit the form, with the choice that the text was to replace.
 * Listens on the document, so that it hears a key after the select that it was pressed in.
 */
export function chooseOnEnter(event: KeyboardEvent): void {
  const { key, target, defaultPrevented, isComposing } = event;
  if (key !== 'Enter' || defaultPrevented || isComposing || !(target instanceof HTMLInputElement)) return;
  if (target.ariaHasPopup !== 'listbox' || target.ariaExpanded !== 'true') return;
  event.preventDefault();
  // the options of a list that is still loading are those of an earlier text
  if (target.value.trim() === '' || target.ariaBusy === 'true') return;
  document
    .getElementById(target.getAttribute('aria-controls') ?? '')
    ?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')
    ?.click();
}
