/**
 * Recognises outages of the database, which are no faults of the product: the person is told what to do, and when to
 * retry.
 */
import { AppError } from './problem.ts';

/** The system's codes for connections that fail or are lost. */
const LOST_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Messages of the driver, which have no code. */
const LOST_WORDS = /^Connection terminated|not queryable|Client was closed/;
/** All connections stay in use. */
const BUSY_WORDS = /^timeout exceeded when trying to connect/;

const noReply = () =>
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

/** By PostgreSQL's error codes (appendix A): the first two characters are the class. */
function bySqlState(code: string): AppError | undefined {
  if (code === '53100') return full();
  // too many connections, or no memory
  if (code.startsWith('53')) return busy();
  // stopped, crashed, starting or recovering; a read-only standby; an unreadable disk
  if (code.startsWith('08') || code.startsWith('57P') || code === '25006' || code === '58030')
    return noReply();
  return undefined;
}

/** @returns the error for the person in an outage of the database; undefined for any other error */
export function outageOf(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') {
    if ('severity' in error) return bySqlState(code);
    if (LOST_CODES.has(code)) return noReply();
    if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  }
  if (BUSY_WORDS.test(error.message)) return busy();
  if (LOST_WORDS.test(error.message)) return noReply();
  return cause === undefined ? undefined : outageOf(cause);
}
