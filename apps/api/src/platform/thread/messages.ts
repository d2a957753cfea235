/** What the server and the thread that writes files say to each other. */
import type { MessagePort } from 'node:worker_threads';

/** Writes what is asked for while its items come in batches; values that JSON can say. */
export type Write<Asked, Item> = (
  asked: Asked,
  batches: AsyncIterable<readonly Item[]>,
) => AsyncGenerator<Buffer, void>;

/** What the thread asks, and tells. */
export type FromThread =
  | { kind: 'items' }
  | { kind: 'piece'; piece: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; error: unknown };

/** What it is told. `next` asks for a piece; no items mean that all were given. As JSON they pass in a third of the time. */
export type ToThread = { kind: 'next' } | { kind: 'items'; items: string | null };

export interface Order {
  /** Where the function that writes is, and its name there. */
  module: string;
  name: string;
  asked: unknown;
  port: MessagePort;
}
