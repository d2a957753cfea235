/** Long files, written on a thread of their own: whoever asks for a page of something else does not wait. */
import { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FromThread, WriteOrder, ToThread } from './messages.ts';

/** A `Write` by its module and the name that it is exported under: the thread imports it. */
interface WriteName {
  module: URL;
  name: string;
}

interface Thread {
  worker: Worker;
  /** What is being written, told when the thread dies. */
  open: Set<Readable>;
}

/**
 * Short-lived rows are most of what a file takes: a small nursery keeps the whole small, and the bound, which nothing
 * comes near, has what died collected before it is many times what lives.
 */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

let running: Thread | undefined;

function thread(): Thread {
  if (running) return running;
  const worker = new Worker(new URL('./thread.worker.ts', import.meta.url), { resourceLimits: MEMORY });
  const started: Thread = { worker, open: new Set() };
  const fall = (error: Error): void => {
    if (running === started) running = undefined;
    for (const file of started.open) file.destroy(error);
  };
  worker.on('error', fall);
  worker.on('exit', () => fall(new Error('the thread that writes files ended')));
  // a stop does not wait for a thread that has nothing to do
  worker.unref();
  return (running = started);
}

/**
 * Streams the file on demand. If it fails or its reader closes it, the items are closed too.
 * @param write the function that writes it, on the thread
 * @param input with `batches`, the arguments of that function
 */
export function writeOnThread(
  { module, name }: WriteName,
  input: unknown,
  batches: AsyncIterable<readonly unknown[]>,
): Readable {
  const { worker, open } = thread();
  const { port1: port, port2 } = new MessageChannel();
  const items = batches[Symbol.asyncIterator]();
  const tell = (message: ToThread): void => port.postMessage(message);
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
      if (!file.destroyed) tell({ kind: 'items', items: done ? null : JSON.stringify(value) });
    } catch (error) {
      file.destroy(error as Error);
    }
  };
  port.on('message', (message: FromThread) => {
    if (message.kind === 'items') void give();
    else if (message.kind === 'piece') file.push(message.piece);
    else if (message.kind === 'end') file.push(null);
    else file.destroy(message.error as Error);
  });
  const order: WriteOrder = { module: module.href, name, input: input, port: port2 satisfies MessagePort };
  worker.postMessage(order, [port2]);
  return file;
}
