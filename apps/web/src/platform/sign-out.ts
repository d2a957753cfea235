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
  // A whole page load: nothing of the last person's work stays in memory.
  window.location.assign(PAGES.login);
}
