/** The operators of the page under way, where PDFKit would keep them piece by piece. */
import { deflateSync } from 'node:zlib';
import { Bytes } from './bytes.ts';

/** What PDFKit holds of a page. */
export interface Page {
  dictionary: { data: object };
  content: {
    write: (operators: string | Uint8Array) => void;
    buffer: Uint8Array[];
    compress: boolean;
    data: { Filter?: string };
  };
}

const DEFLATION = { level: 3, windowBits: 14, memLevel: 7, chunkSize: 32_768 };

export class PageContent {
  readonly #bytes = new Bytes();

  add(operators: string | Uint8Array): void {
    if (typeof operators === 'string') this.#bytes.text(operators);
    else this.#bytes.bytes(operators);
    this.#bytes.text('\n');
  }

  /** What PDFKit writes on a new page comes here too. */
  begin({ content }: Page): void {
    for (const operators of content.buffer) this.add(operators);
    content.write = (operators) => this.add(operators);
  }

  /** Hands the whole to the page; PDFKit would take twice as long to compress it, for a tenth fewer bytes. */
  end({ content }: Page): void {
    content.buffer = [deflateSync(this.#bytes.written, DEFLATION)];
    content.compress = false;
    content.data.Filter = 'FlateDecode';
    this.#bytes.clear();
  }
}
