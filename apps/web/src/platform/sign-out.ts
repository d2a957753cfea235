import { PAGES } from '@octroi/contract/pages';
import { ApiError, send } from './api.ts';
import { call } from './call.ts';
import { forgetChoices } from './kept/choices.ts';
import { forgetRecents } from './kept/recents.ts';
import { queryClient } from './query.ts';
import {
  forgetPerson,
  type Session,
  sessionQuery,
  setPersonChangeHandler,
  watchOtherTabs,
} from './session.ts';
import { toastFailure } from './toasts.ts';
import { forgetTypings } from './kept/typing.ts';

let takeDown: () => void = () => undefined;

/** Clears the page, so that nothing is visible while leaving, or later through Back. */
function empty(): void {
  takeDown();
  document.body.replaceChildren();
  queryClient.clear();
}

/** Whether the server knows nobody here, although its answer to a sign-out was lost. */
const isSignedOut = (): Promise<boolean> =>
  call('GET /session', { anonymous: true }).then(
    () => false,
    (error) => error instanceof ApiError && error.status === 401,
  );

/** Ends the session, removes stored choices and opens the sign-in. */
export async function signOut(): Promise<void> {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey);
  try {
    // not as an act: nothing is read again under a page that is being left
    await send('POST /session/logout', { anonymous: true });
  } catch (error) {
    if (!(await isSignedOut())) return toastFailure(error);
  }
  forgetChoices();
  forgetRecents();
  if (session) forgetTypings(session.user.id);
  forgetPerson();
  empty();
  window.location.assign(PAGES.login);
}

/**
 * Keeps the page from showing the work of somebody who is not signed in any more: after a sign-out or a change of person
 * in another tab it leads to the sign-in, which lets in at once whoever is signed in. A page that the browser kept as it
 * was left asks anew who that is.
 * @param unmount takes down what is drawn, and with it what would ask before the page is left
 */
export function guardPage(unmount: () => void): void {
  takeDown = unmount;
  setPersonChangeHandler(() => {
    empty();
    window.location.replace(PAGES.login);
  });
  watchOtherTabs();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    empty();
    window.location.reload();
  });
}
