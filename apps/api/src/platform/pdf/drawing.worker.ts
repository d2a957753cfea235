/** Draws documents apart from the thread that answers requests: each over a port of its own, all in turn. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Draw } from './draw.ts';

/** What the drawing asks, and tells. */
export type FromDrawing =
  | { kind: 'items' }
  | { kind: 'piece'; piece: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; error: unknown };

/** What it is told. `next` asks for a piece; no items mean that all were given. */
export type ToDrawing = { kind: 'next' } | { kind: 'items'; items: readonly unknown[] | null };

export interface Order {
  /** Where the function that draws is, and its name there. */
  module: string;
  name: string;
  asked: unknown;
  port: MessagePort;
}

parentPort?.on('message', ({ module, name, asked, port }: Order) => {
  const send = (message: FromDrawing, move: ArrayBuffer[] = []): void => port.postMessage(message, move);
  let given: ((items: readonly unknown[] | null) => void) | undefined;
  async function* itemsGiven(): AsyncGenerator<readonly unknown[]> {
    for (;;) {
      const items = await new Promise<readonly unknown[] | null>((resolve) => {
        given = resolve;
        send({ kind: 'items' });
      });
      if (!items) return;
      yield items;
    }
  }
  async function* draw(): AsyncGenerator<Buffer, void> {
    const { [name]: drawn } = (await import(module)) as Record<string, Draw<unknown, unknown>>;
    if (!drawn) throw new Error(`${module} exports no ${name}`);
    yield* drawn(asked, itemsGiven());
  }
  const pieces = draw();
  const next = async (): Promise<void> => {
    try {
      const { value, done } = await pieces.next();
      if (done) return send({ kind: 'end' });
      // a copy that is given away: what the drawing holds may share its memory
      const piece = Uint8Array.from(value);
      send({ kind: 'piece', piece }, [piece.buffer]);
    } catch (error) {
      send({ kind: 'error', error });
    }
  };
  port.on('message', (message: ToDrawing) => {
    if (message.kind === 'items') given?.(message.items);
    else void next();
  });
});
