/** Rows of one table in COPY's text form, written straight into memory that is used again for the next chunk. */

const INITIAL_BYTES = 1 << 20;
/** UTF-8 takes at most three bytes for one UTF-16 unit. */
const MOST_BYTES = 3;

export class CopyBuffer {
  private bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  private length = 0;

  add(text: string): void {
    const needed = this.length + text.length * MOST_BYTES;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.length += this.bytes.write(text, this.length);
  }

  /** What was added since the last clearing; valid until the next one. */
  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
