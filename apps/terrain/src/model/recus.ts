/** The receipts that this phone gave. */
import type { Day } from '@octroi/contract/platform/values/period';
import type { Emis } from '#src/platform/log/emis.ts';
import type { Entry, EntryOf } from '#src/platform/log/log.ts';
import { instantOf, jourOf } from './instants.ts';
import { annulations } from './personnes.ts';

export interface Recu {
  sequence: number;
  numero: string;
  /** What its QR leads to. */
  code: string;
  montant: number;
  moyen: number;
  contribuable: EntryOf<'paiement'>['corps']['contribuable'];
  /** By the server's clock, as far as it was known. */
  instant: string;
  jour: Day;
  envoye: boolean;
  /** Why the office looks at it, where it does. */
  message: string | null;
  annule: boolean;
  /** What it said when it was given; null where an earlier version of the application gave it. */
  emis: Emis | null;
}

/** Receipts whose number holds what was typed, in whatever case. */
export function recusByNumber(recus: readonly Recu[], typed: string): Recu[] {
  const sought = typed.trim().toUpperCase();
  return sought.length > 5 ? recus.filter(({ numero }) => numero.includes(sought)) : [];
}

/** The latest first. */
export function recusOf(entries: readonly Entry[]): Recu[] {
  const cancelled = annulations(entries);
  return entries
    .flatMap((entry): Recu[] =>
      entry.type !== 'paiement'
        ? []
        : [
            {
              sequence: entry.sequence,
              numero: entry.corps.recu,
              code: entry.corps.code,
              montant: entry.corps.montant,
              moyen: Number(entry.corps.moyenPaiement),
              contribuable: entry.corps.contribuable,
              instant: instantOf(entry),
              jour: jourOf(entry),
              envoye: entry.etat !== 'attente',
              message: entry.reponse?.message ?? null,
              annule: cancelled.has(entry.sequence),
              emis: entry.emis,
            },
          ],
    )
    .reverse();
}
