/** A call that a screen made when it was recorded for the bench. */
export interface Recording {
  /** Who had it open. */
  person: string;
  /** The screen's address, without its parameters. */
  screen: string;
  /** Path and query below the server's address. */
  call: string;
}
