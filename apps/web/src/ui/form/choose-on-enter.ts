/**
 * Enter in an open list of choices takes the option that the arrow keys highlight, or the first one found for a typed text, as
 * soon as it is found. It never submits the form, and leaves an untouched choice as it is. In a list that was closed over a
 * typed text, Enter opens the list again: the text is no choice yet. Mantine alone would let the browser submit the form while
 * no option is highlighted, or take the option at the place where the former choice stood before the list was loaded.
 */

/** The text that was typed last in each list, until an option is chosen. */
const typed = new WeakMap<HTMLInputElement, string>();

const listOf = (target: EventTarget | null): HTMLInputElement | undefined =>
  target instanceof HTMLInputElement && target.ariaHasPopup === 'listbox' ? target : undefined;

const isOpen = (input: HTMLInputElement): boolean => input.ariaExpanded === 'true';

const OPTION = '[data-combobox-option]';

const optionOf = (input: HTMLInputElement, state: string): HTMLElement | null | undefined =>
  document
    .getElementById(input.getAttribute('aria-controls') ?? '')
    ?.querySelector<HTMLElement>(`${OPTION}${state}`);

function noteTyping({ target }: Event): void {
  const input = listOf(target);
  if (input) typed.set(input, input.value);
}

/** Whether the text was typed and is no choice yet. */
const isOnlyTyped = (input: HTMLInputElement): boolean =>
  input.value.trim() !== '' && typed.get(input) === input.value;

/** The arrow keys and Enter choose by a click on the option too. */
function noteChoice({ target }: Event): void {
  const list = target instanceof Element && target.closest(OPTION)?.closest('[role="listbox"]');
  const input = list && document.querySelector<HTMLInputElement>(`input[aria-controls="${list.id}"]`);
  if (input) typed.delete(input);
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
  if (event.key !== 'Enter' || event.isComposing || !input) return;
  const open = isOpen(input);
  if (open ? optionOf(input, '[data-combobox-selected]') : !isOnlyTyped(input)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!open) input.click();
  else if (!isOnlyTyped(input)) return;
  else if (input.ariaBusy === 'true') takeFirstRead(input, input.value);
  else takeFirst(input);
}

/** Listens on the document, before the lists themselves. */
export function watchLists(): void {
  document.addEventListener('input', noteTyping, true);
  document.addEventListener('click', noteChoice, true);
  document.addEventListener('keydown', chooseOnEnter, true);
}
