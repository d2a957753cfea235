/** The records passed in review, in the order of the list that they come from. Pure. */

/** What became of a record: validated here, or no longer to be validated by somebody else's act. */
export type Outcome = 'validé' | 'ailleurs';

export interface Queue {
  ids: readonly number[];
  /** Records of the review in all, those that are not loaded yet included. */
  total: number;
  outcomes: Readonly<Record<number, Outcome>>;
}

export interface QueuePage {
  ids: readonly number[];
  /** Records that wait now. */
  waiting: number;
}

/** Records loaded at a time. */
export const BATCH = 50;

export const queueOf = ({ ids, waiting }: QueuePage): Queue => ({ ids, total: waiting, outcomes: {} });

const isWaiting =
  ({ outcomes }: Queue) =>
  (id: number): boolean =>
    outcomes[id] === undefined;

/** The page of the list that has the next records: the list no longer has those that are done. */
export const nextPage = (queue: Queue): number =>
  Math.floor(queue.ids.filter(isWaiting(queue)).length / BATCH) + 1;

export function withPage(queue: Queue, { ids, waiting }: QueuePage): Queue {
  const known = new Set(queue.ids);
  const added = ids.filter((id) => !known.has(id));
  const done = queue.ids.length - queue.ids.filter(isWaiting(queue)).length;
  return {
    ...queue,
    ids: [...queue.ids, ...added],
    // a page without any new record is the end, whatever the number says
    total: added.length === 0 ? queue.ids.length : Math.max(queue.ids.length + added.length, waiting + done),
  };
}

/** The queue with a record in it: one that an address names stands first. */
export const including = (queue: Queue, id: number): Queue =>
  queue.ids.includes(id)
    ? queue
    : { ...queue, ids: [id, ...queue.ids], total: Math.max(queue.total, queue.ids.length + 1) };

export function withOutcome(queue: Queue, id: number, outcome: Outcome | undefined): Queue {
  const { [id]: _former, ...others } = queue.outcomes;
  return { ...queue, outcomes: outcome === undefined ? others : { ...others, [id]: outcome } };
}

/** The record after or before another one, without those that other people dealt with. */
export function neighbour({ ids, outcomes }: Queue, id: number, step: 1 | -1): number | undefined {
  const at = ids.indexOf(id);
  const ahead = step > 0 ? ids.slice(at + 1) : ids.slice(0, Math.max(at, 0)).toReversed();
  return ahead.find((each) => outcomes[each] !== 'ailleurs');
}

export const isLoaded = ({ ids, total }: Queue): boolean => ids.length >= total;

/** The first record that still waits. */
export const firstWaiting = (queue: Queue): number | undefined => queue.ids.find(isWaiting(queue));

export const countOf = ({ outcomes }: Queue, outcome: Outcome): number =>
  Object.values(outcomes).filter((each) => each === outcome).length;
