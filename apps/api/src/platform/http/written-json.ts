/** A reply that is JSON text already, from the database or from a cache: it is sent as it is. */
export class WrittenJson<Body> {
  readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  parse(): Body {
    return JSON.parse(this.bytes.toString()) as Body;
  }
}
