/** When the database cannot serve, that is no fault of the product's: who asked is told what to do, and when to try again. */
import { AppError } from './problem.ts';

/** What a connection that cannot be made, or that is lost, is called by the system. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The driver's own, which have no code. */
const LOST_WORDS = /^Connection terminated|not queryable|Client was closed/;
/** Every connection is in use, and stays so. */
const BUSY_WORDS = /^timeout exceeded when trying to connect/;

const away = () =>
  new AppError(
    'base.indisponible',
    'La base de données ne répond pas. Réessayez dans un instant, après avoir vérifié que votre saisie n’y est pas ' +
      'déjà ; si cela dure, prévenez votre administrateur.',
  );
const busy = () =>
  new AppError(
    'base.occupee',
    'Trop de demandes arrivent à la fois, et la vôtre n’a pas été prise. Réessayez dans un instant.',
  );
const full = () =>
  new AppError(
    'base.pleine',
    'Le disque de la base de données est plein : rien n’a été enregistré. Prévenez votre administrateur, qui doit y ' +
      'faire de la place.',
  );

const diskFull = () =>
  new AppError(
    'disque.plein',
    'Le disque du serveur est plein : rien n’a été enregistré. Prévenez votre administrateur, qui doit y faire de la place.',
  );

/** By the database's own codes (PostgreSQL, appendix A): the first two signs are the class. */
function bySqlState(code: string): AppError | undefined {
  if (code === '53100') return full();
  // a server that takes no more connections, or has no more memory
  if (code.startsWith('53')) return busy();
  // stopped, crashed, starting or recovering; a standby that only reads; a disk that cannot be read
  if (code.startsWith('08') || code.startsWith('57P') || code === '25006' || code === '58030') return away();
  return undefined;
}

/** @returns what is told where the database could not serve; nothing where something else is wrong */
export function outageOf(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') {
    if ('severity' in error) return bySqlState(code);
    if (LOST.has(code)) return away();
    if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  }
  if (BUSY_WORDS.test(error.message)) return busy();
  if (LOST_WORDS.test(error.message)) return away();
  return cause === undefined ? undefined : outageOf(cause);
}
