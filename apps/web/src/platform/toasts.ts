import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, EnAttente, reasonOf } from './api.ts';

/** How the act that a toast reports is undone. */
export interface Undo {
  run: () => Promise<void>;
  /** Seconds for which it is offered. */
  seconds: number;
}

export interface Toast {
  /** Shown once at a time, however often it is asked for. */
  id?: string;
  kind: 'success' | 'error' | 'waiting';
  /** The text required by the specification. */
  title: string;
  reason?: string | undefined;
  /** Id of the waiting approval, to which the toast links. */
  approbation?: number | undefined;
  undo?: Undo | undefined;
}

type Show = (toast: Toast) => void;

let requested = false;
let fetchToaster: (() => Promise<Show>) | undefined;

// without the toaster nothing is shown; important messages are on the page too
const quiet = (): undefined => undefined;

/** The frame provides the loader of the toaster; it loads at once if already requested. */
export function hostToaster(fetch: () => Promise<Show>): () => void {
  fetchToaster = fetch;
  if (requested) void fetch().catch(quiet);
  return () => {
    fetchToaster = undefined;
  };
}

/** Requests the toaster, for now or soon. */
export function wantToaster(): void {
  requested = true;
  void fetchToaster?.().catch(quiet);
}

function toast(content: Toast): void {
  requested = true;
  void fetchToaster?.().then((show) => show(content), quiet);
}

export const toastSuccess = (title: string, reason?: string): void =>
  toast({ kind: 'success', title, reason });
/** A success with « Annuler » for some seconds. */
export const toastUndo = (title: string, reason: string | undefined, undo: Undo): void =>
  toast({ kind: 'success', title, reason, undo });
/** Something to know, neither done nor failed. */
export const toastNote = (title: string, reason?: string): void => toast({ kind: 'waiting', title, reason });
export const toastError = (title: string, reason?: string): void => toast({ kind: 'error', title, reason });
/** What is shown is from before: several readings fail together, and are told once. */
export const toastUnread = (error: unknown): void =>
  toast({
    id: 'relecture',
    kind: 'error',
    title: 'Ce qui est affiché n’a pas pu être relu',
    reason: reasonOf(error),
  });

/** The message of the first field error, else of the whole error. */
export const messageOf = (error: unknown): string =>
  (error instanceof ApiError ? error.errors[0]?.message : undefined) ?? reasonOf(error);

/**
 * The toast of a failed call: the specified sentence as its title, the reason beneath. The name of a collectivité that is
 * taken has a title of its own (specification 1 section 5). A form marks its fields beside it, and says no more. What waits
 * for a second person has not failed, and is told as waiting.
 */
export const toastFailure = (error: unknown): void => {
  if (error instanceof EnAttente)
    return toast({
      kind: 'waiting',
      title: 'En attente d’approbation',
      reason: error.message,
      approbation: error.approbation,
    });
  const reason = messageOf(error);
  if (reason === MESSAGES.collectiviteExiste) return toast({ kind: 'error', title: reason });
  toast({ kind: 'error', title: MESSAGES.echec, reason });
};

/** Shows a toast for each failed call that nobody handled, so that no press is answered by nothing. @param page the window */
export const tellUncaught = (page: EventTarget): void =>
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as Event & { reason: unknown };
    if (reason instanceof ApiError) toastFailure(reason);
  });
