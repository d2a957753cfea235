import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from './api.ts';

export interface Toast {
  kind: 'success' | 'error';
  /** The specified text. */
  title: string;
  reason?: string | undefined;
}

type Show = (toast: Toast) => void;

let wanted = false;
let fetchToaster: (() => Promise<Show>) | undefined;

// A toaster that cannot be fetched shows nothing; what matters stays on the page as well.
const quiet = (): undefined => undefined;

/** The frame says how the toaster is fetched: at once if one was wanted before. */
export function hostToaster(fetch: () => Promise<Show>): () => void {
  fetchToaster = fetch;
  if (wanted) void fetch().catch(quiet);
  return () => {
    fetchToaster = undefined;
  };
}

/** Tells the host that the toaster is needed, now or soon. */
export function wantToaster(): void {
  wanted = true;
  void fetchToaster?.().catch(quiet);
}

function toast(given: Toast): void {
  wanted = true;
  void fetchToaster?.().then((show) => show(given), quiet);
}

export const toastSuccess = (title: string, reason?: string): void =>
  toast({ kind: 'success', title, reason });
export const toastError = (title: string, reason?: string): void => toast({ kind: 'error', title, reason });

/** A value that is taken has a sentence of its own in the specification; any other failure the common one. */
const titleOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'conflit.doublon' ? error.message : MESSAGES.echec;

/** The toast of a failed call: the specified sentence, and what the server said. */
export const toastFailure = (error: unknown, title = titleOf(error)): void => {
  const reason = reasonOf(error);
  toast({ kind: 'error', title, reason: reason === title ? undefined : reason });
};
