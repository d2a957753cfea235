/** Draws lists apart from the thread that answers requests: each over a port of its own, all in turn. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { drawList, type ListDocument } from './list-document.ts';
import type { CellValue } from './table.ts';

/** What the drawing asks, and tells. */
export type FromDrawing =
  | { kind: 'rows' }
  | { kind: 'piece'; piece: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; error: unknown };

/** What it is told. `next` asks for a piece; no rows mean that all were given. */
export type ToDrawing = { kind: 'next' } | { kind: 'rows'; rows: readonly CellValue[][] | null };

export interface Order {
  list: ListDocument;
  port: MessagePort;
}

parentPort?.on('message', ({ list, port }: Order) => {
  const send = (message: FromDrawing, move: ArrayBuffer[] = []): void => port.postMessage(message, move);
  let given: ((rows: readonly CellValue[][] | null) => void) | undefined;
  async function* rowsGiven(): AsyncGenerator<readonly CellValue[][]> {
    for (;;) {
      const rows = await new Promise<readonly CellValue[][] | null>((resolve) => {
        given = resolve;
        send({ kind: 'rows' });
      });
      if (!rows) return;
      yield rows;
    }
  }
  const pieces = drawList(list, rowsGiven());
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
    if (message.kind === 'rows') given?.(message.rows);
    else void next();
  });
});
