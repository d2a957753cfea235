/** The paper of a payment that a device gave a receipt for. */
import { inTransaction } from '#src/platform/database/database.ts';
import type { Contexte } from './contexte.ts';

/**
 * Issues the receipt that was given, under its code. Where the server failed on the payment before, the paper keeps the money
 * from nothing.
 * @returns whether it stands; where not, the office is to be told
 */
export async function emettre(contexte: Contexte, id: number, code: string): Promise<boolean> {
  try {
    await inTransaction(contexte.trx, (part) => contexte.issueDrawn(part, [{ id, code }]));
    return true;
  } catch (error) {
    if (!contexte.panne) throw error;
    return false;
  }
}
