import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Caisse.module.css';

const FIELDS = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Goes to the next field, and from the last one nowhere; lists that are open and texts of several lines keep their Enter. */
function moveOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  if (target.getAttribute('aria-expanded') === 'true') return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(FIELDS)];
  const next = fields[fields.indexOf(target) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** The fields of an act that cannot be undone: only a press of its button does it, never an Enter in a field. */
export const CashForm = ({ children }: { children: ReactNode }) => (
  <form className={classes.form} noValidate onKeyDown={moveOn} onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
);
