/** Messages between the server and the worker thread that writes files. */
import type { MessagePort } from 'node:worker_threads';

/** Writes a file from its input while its items arrive in batches. All values must be JSON. */
export type Write<Input, Item> = (
  input: Input,
  batches: AsyncIterable<readonly Item[]>,
) => AsyncGenerator<Buffer, void>;

/** Messages from the thread. */
export type FromThread =
  | { kind: 'items' }
  | { kind: 'piece'; piece: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; error: unknown };

/**
 * Messages to the thread. `next` requests a chunk; null items mean the end. Items are sent as JSON, which takes a third
 * of the time of structured clones.
 */
export type ToThread = { kind: 'next' } | { kind: 'items'; items: string | null };

export interface WriteOrder {
  /** Where the function that writes is, and its name there. */
  module: string;
  name: string;
  input: unknown;
  port: MessagePort;
}
