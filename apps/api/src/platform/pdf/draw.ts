/** Long PDF files, drawn on a thread of their own: whoever asks for a page of something else does not wait. */
import { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FromDrawing, Order, ToDrawing } from './drawing.worker.ts';
import type { ListDocument } from './list-document.ts';
import type { CellValue } from './table.ts';

/** Draws what is asked for while its items come in batches; values that a thread can be sent. */
export type Draw<Asked, Item> = (
  asked: Asked,
  batches: AsyncIterable<readonly Item[]>,
) => AsyncGenerator<Buffer, void>;

/** A `Draw` by its module and the name that it is exported under: the thread imports it. */
export interface DrawName {
  module: URL;
  name: string;
}

interface Thread {
  worker: Worker;
  /** What is being drawn, told when the thread dies. */
  open: Set<Readable>;
}

/** Short-lived rows are most of what a drawing makes: a small nursery keeps the whole small. */
const MEMORY = { maxYoungGenerationSizeMb: 16 };

let drawing: Thread | undefined;

function drawingThread(): Thread {
  if (drawing) return drawing;
  const worker = new Worker(new URL('./drawing.worker.ts', import.meta.url), { resourceLimits: MEMORY });
  const started: Thread = { worker, open: new Set() };
  const fall = (error: Error): void => {
    if (drawing === started) drawing = undefined;
    for (const file of started.open) file.destroy(error);
  };
  worker.on('error', fall);
  worker.on('exit', () => fall(new Error('the thread that draws documents ended')));
  // a stop does not wait for a thread that has nothing to do
  worker.unref();
  return (drawing = started);
}

/**
 * The file as it is drawn, no faster than it is read. When it fails or its reader leaves, the items are closed.
 * @param draw what draws it, on the thread
 * @param asked what that is told, and `batches` of what it draws
 */
export function drawFile(
  { module, name }: DrawName,
  asked: unknown,
  batches: AsyncIterable<readonly unknown[]>,
): Readable {
  const { worker, open } = drawingThread();
  const { port1: port, port2 } = new MessageChannel();
  const items = batches[Symbol.asyncIterator]();
  const tell = (message: ToDrawing): void => port.postMessage(message);
  const file = new Readable({
    read: () => tell({ kind: 'next' }),
    destroy(error, done) {
      open.delete(file);
      port.close();
      Promise.resolve(items.return?.()).then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  open.add(file);
  const give = async (): Promise<void> => {
    try {
      const { value, done } = await items.next();
      if (!file.destroyed) tell({ kind: 'items', items: done ? null : value });
    } catch (error) {
      file.destroy(error as Error);
    }
  };
  port.on('message', (message: FromDrawing) => {
    if (message.kind === 'items') void give();
    else if (message.kind === 'piece') file.push(message.piece);
    else if (message.kind === 'end') file.push(null);
    else file.destroy(message.error as Error);
  });
  const order: Order = { module: module.href, name, asked, port: port2 satisfies MessagePort };
  worker.postMessage(order, [port2]);
  return file;
}

const LIST = { module: new URL('./list-document.ts', import.meta.url), name: 'drawList' };

/** A list as a file. @param batches rows, as values in the order of the columns */
export const drawListFile = (list: ListDocument, batches: AsyncIterable<readonly CellValue[][]>): Readable =>
  drawFile(LIST, list, batches);
