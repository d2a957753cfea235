/** What payments ask of the till, which stands above them: `app.ts` gives it. */
import type { NatureMoyen } from '@octroi/contract';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Whose cash moves, and where. */
export interface TillAsked {
  entite: number;
  person: number;
  nature: NatureMoyen;
  at: Date;
}

export interface TillPort {
  /**
   * The open session that the cash of a person goes into or comes out of, held until the transaction ends; it is asked
   * once the taxpayers are locked, before any receipt is numbered.
   * @returns null where tills are not used, and for what is no cash
   * @throws AppError 409 `caisse.session_absente`
   */
  sessionFor: (trx: OpenTransaction, asked: TillAsked) => Promise<number | null>;
}

/** Where tills are not used. */
export const noTill: TillPort = { sessionFor: async () => null };
