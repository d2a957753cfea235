/** A growing buffer for page content: building strings first would take most of the time. */

const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];
const [OPEN, CLOSE, ESCAPE, RETURN, LETTER_R] = [0x28, 0x29, 0x5c, 0x0d, 0x72];
/** Maximum bytes of a glyph number: two, each escaped. */
const GLYPH_BYTES = 4;
/** Up to this length, writing characters one by one is faster. */
const SHORT_LENGTH = 24;
/** Maximum length of a number. */
const NUMBER_BYTES = 24;

/** Bytes with a meaning inside a string; a bare carriage return would be read as a line feed. */
const isSpecial = (byte: number): boolean =>
  byte === OPEN || byte === CLOSE || byte === ESCAPE || byte === RETURN;

export class Bytes {
  #bytes = Buffer.allocUnsafe(512);
  #length = 0;

  /** The bytes written so far, valid until the next write. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Adds operators, in Latin-1. */
  text(operators: string): void {
    this.#reserve(operators.length);
    if (operators.length > SHORT_LENGTH) this.#length += this.#bytes.write(operators, this.#length, 'latin1');
    else
      for (let index = 0; index < operators.length; index += 1)
        this.#bytes[this.#length++] = operators.charCodeAt(index);
  }

  bytes(added: Uint8Array): void {
    this.#reserve(added.length);
    this.#bytes.set(added, this.#length);
    this.#length += added.length;
  }

  /** Adds a number given as a whole number of hundredths. */
  hundredths(value: number): void {
    this.#reserve(NUMBER_BYTES);
    if (value < 0) this.#byte(MINUS);
    const size = Math.abs(value);
    const rest = size % 100;
    this.#whole((size - rest) / 100);
    if (rest === 0) return;
    this.#byte(POINT);
    this.#byte(ZERO + Math.trunc(rest / 10));
    if (rest % 10 > 0) this.#byte(ZERO + (rest % 10));
  }

  /** Adds characters as a string of glyph numbers. @param glyphs glyph numbers by character code */
  glyphString(text: string, glyphs: Uint16Array): void {
    this.#reserve(text.length * GLYPH_BYTES + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = OPEN;
    for (let index = 0; index < text.length; index += 1) {
      const glyph = glyphs[text.charCodeAt(index)] as number;
      const [high, low] = [glyph >> 8, glyph & 0xff];
      if (isSpecial(high)) bytes[at++] = ESCAPE;
      bytes[at++] = high === RETURN ? LETTER_R : high;
      if (isSpecial(low)) bytes[at++] = ESCAPE;
      bytes[at++] = low === RETURN ? LETTER_R : low;
    }
    bytes[at++] = CLOSE;
    this.#length = at;
  }

  #whole(value: number): void {
    if (value >= 10) this.#whole(Math.trunc(value / 10));
    this.#byte(ZERO + (value % 10));
  }

  #byte(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
