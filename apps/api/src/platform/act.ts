/**
 * Whether an act has stored something. What fails after a commit is not undone: nobody may be told that it was not done, and
 * it must not be done again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Act {
  /** Whether a transaction of the act was committed, or may have been: its end is unknown. */
  hasStored: boolean;
}

const acts = new AsyncLocalStorage<Act | undefined>();

/** The act under way; undefined outside any, and in what is stored beside one. */
export const actUnderWay = (): Act | undefined => acts.getStore();

/** Does `work` as the given act. */
export const asAct = <Result>(act: Act, work: () => Result): Result => acts.run(act, work);

/** Stores what an act needs and is no part of it: a number that is taken, an attempt that is counted. */
export const besideAct = <Result>(work: () => Result): Result => acts.run(undefined, work);

/** Tells the act under way that its transaction was committed, or may have been. */
export function recordCommit(): void {
  const act = acts.getStore();
  if (act) act.hasStored = true;
}
