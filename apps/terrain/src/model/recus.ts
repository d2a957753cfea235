/** The receipts given by this phone. */
import type { Day } from '@octroi/contract/platform/values/period';
import type { Emis } from '#src/platform/log/emis.ts';
import type { Entry, EntryOf } from '#src/platform/log/log.ts';
import { instantOf, jourOf } from './instants.ts';
import { annulations } from './personnes.ts';

export interface Recu {
  sequence: number;
  numero: string;
  /** The verification code in its QR. */
  code: string;
  montant: number;
  moyen: number;
  contribuable: EntryOf<'paiement'>['corps']['contribuable'];
  /** In the server's time, as far as known. */
  instant: string;
  jour: Day;
  envoye: boolean;
  /** Why the office reviews it, if it does. */
  message: string | null;
  annule: boolean;
  /** Its content when given; null from an older app version. */
  emis: Emis | null;
}

/** Receipts whose number contains the typed text, ignoring case. */
export function recusByNumber(recus: readonly Recu[], typed: string): Recu[] {
  const sought = typed.trim().toUpperCase();
  return sought.length > 5 ? recus.filter(({ numero }) => numero.includes(sought)) : [];
}

/** Latest first. */
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
