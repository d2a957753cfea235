import { PAGES } from '@octroi/contract/pages';
import { call } from './call.ts';
import { forgetChoices } from './choices.ts';
import { forgetSession } from './session.ts';
import { toastFailure } from './toasts.ts';

/** Ends the session, forgets what was chosen under it and leads to the sign-in. */
export async function signOut(): Promise<void> {
  try {
    await call('POST /session/logout', { anonymous: true });
  } catch (error) {
    return toastFailure(error);
  }
  forgetChoices();
  forgetSession();
  // The browser may keep the page as it is left: nothing of the last person's work stays on it or in memory.
  document.body.replaceChildren();
  window.location.assign(PAGES.login);
}

/**
 * Has a page that the browser kept as it was left ask anew who is signed in before it shows anything: somebody else may
 * have taken the place, or the session may have ended.
 */
export function askAnewWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}
