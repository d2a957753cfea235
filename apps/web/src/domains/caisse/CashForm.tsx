import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Caisse.module.css';

const FIELDS = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Enter moves to the next field; on the last field it does nothing; open lists and multi-line texts keep their own
 * Enter.
 */
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

/** A form for an irreversible act: only its button submits it, never Enter. */
export const CashForm = ({ children }: { children: ReactNode }) => (
  <form className={classes.form} noValidate onKeyDown={moveOn} onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
);
