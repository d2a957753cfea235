/** The agent's till, as the phone knows it: never what it should hold. */
import type { Day } from '@octroi/contract/period';
import type { Entry } from '#src/platform/log.ts';
import type { Known } from '#src/platform/pull.ts';
import { annulations } from './personnes.ts';
import { jourOf } from './recus.ts';

export interface Till {
  jour: Day;
  /** Francs that it was opened with. */
  fonds: number;
  /** Receipts for cash that were given since. */
  recus: number;
}

/** The open till, null where none is. */
export function tillOf({ caisse, referentiel }: Known, entries: readonly Entry[]): Till | null {
  const cash = new Set(referentiel?.moyens.flatMap(([id, , nature]) => (nature === 'espèces' ? [id] : [])));
  const cancelled = annulations(entries);
  const session = caisse?.session;
  let till: Till | null = session ? { jour: session.jour, fonds: session.fonds, recus: session.recus } : null;
  for (const entry of entries) {
    if (entry.tenu || entry.etat === 'refuse') continue;
    if (entry.type === 'session') till = { jour: jourOf(entry), fonds: entry.corps.fonds ?? 0, recus: 0 };
    else if (entry.type === 'comptage') till = null;
    else if (entry.type === 'paiement' && till && cash.has(Number(entry.corps.moyenPaiement)))
      till = { ...till, recus: till.recus + (cancelled.has(entry.sequence) ? 0 : 1) };
  }
  return till;
}
