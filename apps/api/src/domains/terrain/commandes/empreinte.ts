/** The content of a command in one form, to store it and to recognise it when it is repeated. */
import { createHash } from 'node:crypto';
import { type Commande, TERRAIN_MESSAGES } from '@octroi/contract';
import { AppError, invalid } from '#src/platform/http/problem.ts';

/** A body that nests deeper is refused: it could exhaust the stack. */
const MAX_DEPTH = 12;

/** The value with sorted keys, and without characters that PostgreSQL refuses. @throws AppError 400 */
function canonical(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw invalid('corps', TERRAIN_MESSAGES.corps);
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map((one) => canonical(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [String(canonical(name)), canonical(member, depth + 1)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Whether a command can be stored: one that nests too deep cannot. */
export function isStorable(commande: Commande): boolean {
  try {
    contentOf(commande);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

export interface Content {
  /** The body as it is stored: JSON. */
  corps: string;
  /** SHA-256 of type, instant and body. */
  empreinte: Buffer;
}

export function contentOf({ type, faitLe, corps }: Commande): Content {
  const stored = JSON.stringify(canonical(corps));
  return {
    corps: stored,
    empreinte: createHash('sha256').update(`${type}\n${faitLe}\n${stored}`).digest(),
  };
}
