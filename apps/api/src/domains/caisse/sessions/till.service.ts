/** What payments ask of tills: into which one cash goes (ADR 0034). */
import { CAISSE_MESSAGES, formatDay } from '@octroi/contract';
import type { TillPort } from '#src/domains/paiements/index.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { holdTill } from './till.repository.ts';

const absent = (message: string): AppError => new AppError('caisse.session_absente', message);

/**
 * Of what arrives later than it was done: the session that was open then and still is, as devices send things in their order.
 * Nothing is refused for want of one.
 * @param at when it was done
 */
export const tillAt = (at: Date): TillPort => ({
  async sessionFor(trx, { entite, person, nature }) {
    if (nature !== 'espèces') return null;
    const own = await holdTill(trx, { entite, person, at });
    return own.session !== null && own.entite === entite && !own.passee ? own.session : null;
  },
});

/** Cash belongs to the open session of whoever takes it; where tills are kept, none is taken without one. */
export const till: TillPort = {
  async sessionFor(trx, { entite, person, nature, at }) {
    if (nature !== 'espèces') return null;
    const own = await holdTill(trx, { entite, person, at });
    if (own.session !== null && own.entite === entite) {
      if (own.passee) throw absent(CAISSE_MESSAGES.sessionACompter(formatDay(own.jour)));
      return own.session;
    }
    if (!own.tenue) return null;
    throw absent(own.session === null ? CAISSE_MESSAGES.sessionAbsente : CAISSE_MESSAGES.autreCollectivite);
  },
};
