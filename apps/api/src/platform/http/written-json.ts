/** A reply that is already JSON text, from the database or a cache: it is sent unchanged. */
export class WrittenJson<Body> {
  readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  parse(): Body {
    return JSON.parse(this.bytes.toString()) as Body;
  }
}
