/** The agent's till as the phone knows it, without its expected amount. */
import { CAISSE_MESSAGES } from '@octroi/contract/caisse/rules';
import type { Day } from '@octroi/contract/platform/values/period';
import type { Entry, EntryOf } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { annulations } from './personnes.ts';
import { jourOf } from './instants.ts';

export interface Till {
  /** Null if the phone opened the till without naming a régie. */
  regie: number | null;
  jour: Day;
  /** Float, in francs. */
  fonds: number;
  /** Cash receipts given since the opening. */
  recus: number;
}

/** The open till; null without one. */
export function tillOf({ caisse, referentiel }: PulledData, entries: readonly Entry[]): Till | null {
  const cash = new Set(referentiel?.moyens.flatMap(([id, , nature]) => (nature === 'espèces' ? [id] : [])));
  const cancelled = annulations(entries);
  const session = caisse?.session;
  let till: Till | null = session
    ? { regie: session.regie.id, jour: session.jour, fonds: session.fonds, recus: session.recus }
    : null;
  for (const entry of entries) {
    if (entry.tenu || entry.etat === 'refuse') continue;
    if (entry.type === 'session') till = opened(entry);
    else if (entry.type === 'comptage') till = null;
    else if (entry.type === 'paiement' && till && cash.has(Number(entry.corps.moyenPaiement)))
      till = { ...till, recus: till.recus + (cancelled.has(entry.sequence) ? 0 : 1) };
  }
  return till;
}

const opened = (entry: EntryOf<'session'>): Till => ({
  regie: entry.corps.regie ? Number(entry.corps.regie) : null,
  jour: jourOf(entry),
  fonds: entry.corps.fonds ?? 0,
  recus: 0,
});

interface TillContext {
  referentiel: Referentiel | null;
  till: Till | null;
  today: Day;
}

/** Why cash may not be taken now; undefined if it may. */
export function tillFault({ referentiel, till, today }: TillContext): string | undefined {
  if (!referentiel?.caisseTenue) return undefined;
  if (!till) return CAISSE_MESSAGES.sessionAbsente;
  return till.jour === today
    ? undefined
    : CAISSE_MESSAGES.sessionACompter(till.jour.split('-').reverse().join('/'));
}
