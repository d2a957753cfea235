/**
 * Enter in an open list of choices takes the option that the arrow keys highlight, or the first one found for a typed text, as
 * soon as it is found. It never submits the form, and leaves an untouched choice as it is. Mantine alone would let the browser
 * submit the form while no option is highlighted, or take the option at the place where the former choice stood before the
 * list was loaded.
 */

/** The text that was typed last in each list: a chosen name replaces it. */
const typed = new WeakMap<HTMLInputElement, string>();

const listOf = (target: EventTarget | null): HTMLInputElement | undefined =>
  target instanceof HTMLInputElement && target.ariaHasPopup === 'listbox' ? target : undefined;

const isOpen = (input: HTMLInputElement): boolean => input.ariaExpanded === 'true';

const optionOf = (input: HTMLInputElement, state: string): HTMLElement | null | undefined =>
  document
    .getElementById(input.getAttribute('aria-controls') ?? '')
    ?.querySelector<HTMLElement>(`[data-combobox-option]${state}`);

function noteTyping({ target }: Event): void {
  const input = listOf(target);
  if (input) typed.set(input, input.value);
}

const takeFirst = (input: HTMLInputElement): void =>
  optionOf(input, ':not([data-combobox-disabled])')?.click();

/** Takes the first option once it is read: those of a list that is loading were found for an earlier text. */
function takeFirstRead(input: HTMLInputElement, text: string): void {
  const reading = new MutationObserver(() => {
    const isWaited = isOpen(input) && input.value === text;
    if (isWaited && input.ariaBusy === 'true') return;
    reading.disconnect();
    if (isWaited) takeFirst(input);
  });
  reading.observe(input, { attributeFilter: ['aria-busy', 'aria-expanded'] });
}

function chooseOnEnter(event: KeyboardEvent): void {
  const input = listOf(event.target);
  if (event.key !== 'Enter' || event.isComposing || !input || !isOpen(input)) return;
  if (optionOf(input, '[data-combobox-selected]')) return;
  event.preventDefault();
  event.stopPropagation();
  const text = input.value;
  if (text.trim() === '' || typed.get(input) !== text) return;
  if (input.ariaBusy === 'true') takeFirstRead(input, text);
  else takeFirst(input);
}

/** Listens on the document, before the lists themselves. */
export function watchLists(): void {
  document.addEventListener('input', noteTyping, true);
  document.addEventListener('keydown', chooseOnEnter, true);
}
