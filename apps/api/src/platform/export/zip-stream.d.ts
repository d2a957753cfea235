/** The part of zip-stream that is used here: it brings no types of its own. */
declare module 'zip-stream' {
  import type { Readable } from 'node:stream';

  export default class ZipStream extends Readable {
    constructor(options?: { zlib?: { level?: number } });
    entry(
      source: string | Readable,
      data: { name: string; date?: Date },
      callback: (error: Error | null) => void,
    ): this;
    finish(): void;
  }
}
