/** Writes files apart from the thread that answers requests: each over a port of its own, all in turn. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, WriteOrder, ToThread, Write } from './messages.ts';

/** Bytes that are sent at once, at least: to wake a thread takes longer than to write a little more. */
const PIECE = 65_536;

parentPort?.on('message', ({ module, name, input: asked, port }: WriteOrder) => {
  const send = (message: FromThread, move: ArrayBuffer[] = []): void => port.postMessage(message, move);
  let given: ((items: string | null) => void) | undefined;
  const nextItems = (): Promise<string | null> =>
    new Promise((resolve) => {
      given = resolve;
      send({ kind: 'items' });
    });
  async function* itemsGiven(): AsyncGenerator<readonly unknown[]> {
    // the next come while these are written
    for (let coming = nextItems(), items = await coming; items; items = await coming) {
      coming = nextItems();
      yield JSON.parse(items) as unknown[];
    }
  }
  async function* written(): AsyncGenerator<Buffer, void> {
    const { [name]: write } = (await import(module)) as Record<string, Write<unknown, unknown>>;
    if (!write) throw new Error(`${module} exports no ${name}`);
    yield* write(asked, itemsGiven());
  }
  const pieces = written();
  const next = async (): Promise<void> => {
    try {
      const parts: Buffer[] = [];
      for (let size = 0; size < PIECE; size += parts.at(-1)?.length ?? 0) {
        const { value, done } = await pieces.next();
        if (done) break;
        parts.push(value);
      }
      if (parts.length === 0) return send({ kind: 'end' });
      // a copy that is given away: what the writer holds may share its memory
      const piece = new Uint8Array(Buffer.concat(parts));
      send({ kind: 'piece', piece }, [piece.buffer]);
    } catch (error) {
      send({ kind: 'error', error });
    }
  };
  // whoever read it left: what is held of it goes, and what that fails with nobody is there to hear
  port.on('close', () => {
    given?.(null);
    pieces.return().catch(() => undefined);
  });
  port.on('message', (message: ToThread) => {
    if (message.kind === 'items') given?.(message.items);
    else void next();
  });
});
