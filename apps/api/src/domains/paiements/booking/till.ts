/** The part of tills that payments need. Tills belong to `caisse`, a higher floor: `app.ts` passes them in. */
import type { NatureMoyen } from '@octroi/contract';
import type { OpenTransaction } from '#src/platform/database/database.ts';

export interface TillRequest {
  entite: number;
  /** Holder of the till. */
  person: number;
  nature: NatureMoyen;
  at: Date;
}

export interface TillPort {
  /**
   * The person's open session, locked until the transaction ends. In the order of locks it comes after the taxpayers and
   * before the receipt numbers.
   * @returns null for no cash, and in a collectivité without tills
   * @throws AppError 409 `caisse.session_absente`
   */
  sessionFor: (trx: OpenTransaction, request: TillRequest) => Promise<number | null>;
}

/** For acts that move no till's cash. */
export const noTill: TillPort = { sessionFor: async () => null };
