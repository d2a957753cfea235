/** What a command says, as it is compared and kept. */
import { createHash } from 'node:crypto';
import { type Commande, TERRAIN_MESSAGES } from '@octroi/contract';
import { AppError, invalid } from '#src/platform/http/problem.ts';

/** No command nests deeper; one that does would exhaust the stack. */
const DEEPEST = 12;

/** Keys in order, and texts that a database can keep. @throws AppError 400 */
function canonical(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) throw invalid('corps', TERRAIN_MESSAGES.corps);
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map((one) => canonical(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, held]) => [String(canonical(name)), canonical(held, depth + 1)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Whether a command can be kept at all: what nests too deep cannot. */
export function isKeepable(commande: Commande): boolean {
  try {
    saidBy(commande);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

export interface Said {
  /** The body as it is kept: JSON. */
  corps: string;
  /** SHA-256 of all that the command says. */
  empreinte: Buffer;
}

export function saidBy({ type, faitLe, corps }: Commande): Said {
  const kept = JSON.stringify(canonical(corps));
  return { corps: kept, empreinte: createHash('sha256').update(`${type}\n${faitLe}\n${kept}`).digest() };
}
