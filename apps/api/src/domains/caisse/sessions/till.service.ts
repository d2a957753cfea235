/** The till that a payment's cash goes into (ADR 0034). */
import { CAISSE_MESSAGES, formatDay } from '@octroi/contract';
import type { TillPort } from '#src/domains/paiements/index.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { lockTill } from './till.repository.ts';

const absent = (message: string): AppError => new AppError('caisse.session_absente', message);

/**
 * For acts that arrive later than they were done: the session that was open then and still is, since devices send acts
 * in order. Without one, nothing is refused.
 * @param at instant of the act
 */
export const tillAt = (at: Date): TillPort => ({
  async sessionFor(trx, { entite, person, nature }) {
    if (nature !== 'espèces') return null;
    const own = await lockTill(trx, { entite, person, at });
    return own.session !== null && own.entite === entite && !own.passee ? own.session : null;
  },
});

/**
 * Cash goes into the open session of the person who takes it; where tills are required, no cash is taken without one.
 */
export const till: TillPort = {
  async sessionFor(trx, { entite, person, nature, at }) {
    if (nature !== 'espèces') return null;
    const own = await lockTill(trx, { entite, person, at });
    if (own.session !== null && own.entite === entite) {
      if (own.passee) throw absent(CAISSE_MESSAGES.sessionACompter(formatDay(own.jour)));
      return own.session;
    }
    if (!own.tenue) return null;
    throw absent(own.session === null ? CAISSE_MESSAGES.sessionAbsente : CAISSE_MESSAGES.autreCollectivite);
  },
};
