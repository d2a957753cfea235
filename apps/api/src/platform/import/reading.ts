/** Tables read on a thread of their own: a workbook is parsed as a whole, and others would wait for it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { gate } from '#src/platform/export/gate.ts';
import type { FromReading } from './reading.worker.ts';
import { refusal, type Table, type TableFile, TOO_LARGE } from './table.ts';

/** Files read at the same time. */
const places = gate(2);
/** Megabytes: a workbook whose sheet names a cell far out is small in its file, and anything in memory. */
const MEMORY = 1024;

/**
 * Reads a table while `use` takes its rows; the memory that it took is free afterwards.
 * @param memory megabytes that the reading may take
 * @throws AppError 415 for what is no table, in French
 */
export async function withTable<Result>(
  file: TableFile,
  use: (table: Table) => Promise<Result>,
  memory: number = MEMORY,
): Promise<Result> {
  const leave = await places.enter();
  const worker = new Worker(new URL('./reading.worker.ts', import.meta.url), {
    workerData: { name: file.name, content: file.content } satisfies TableFile,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const next = async (): Promise<FromReading> => {
    try {
      const [message] = (await once(worker, 'message')) as [FromReading];
      if (message.kind === 'refused') throw refusal(message.message);
      if (message.kind === 'error') throw message.error;
      return message;
    } catch (error) {
      throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal(TOO_LARGE) : error;
    }
  };
  async function* rows(): Table['rows'] {
    for (;;) {
      const told = next();
      worker.postMessage('next');
      const message = await told;
      if (message.kind !== 'rows' || message.rows.length === 0) return;
      yield* message.rows;
    }
  }
  try {
    const message = await next();
    return await use({ heads: message.kind === 'heads' ? message.heads : [], rows: rows() });
  } finally {
    await worker.terminate();
    leave();
  }
}
