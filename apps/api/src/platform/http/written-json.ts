/** A reply that is JSON already: what is read as JSON, or kept for the next who asks, is not written anew. */
export class WrittenJson<Body> {
  readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  parse(): Body {
    return JSON.parse(this.bytes.toString()) as Body;
  }
}
