/** Demand notices of the phone's places, and their deliveries. */
import type { Day } from '@octroi/contract/platform/values/period';
import { avisLu, type RemisA } from '@octroi/contract/recouvrement/remis';
import type { EntryOf } from '#src/platform/log/log.ts';
import type { AvisTerrain } from '#src/platform/exchange/wire.ts';
import { jourOf } from './instants.ts';

/** A notice in force. */
export interface Avis {
  annee: number;
  numero: string;
  /** The first signs of its verification code. */
  code: string;
  jour: Day;
  /** Null until it is handed over or refused. */
  remise: { remisLe: Day; remisA: RemisA } | null;
  /** Whether this phone recorded that nobody was there. */
  absent: boolean;
}

export const avisOf = ([annee, numero, code, jour, remisLe, remisA]: AvisTerrain): Avis => ({
  annee,
  numero,
  code,
  jour,
  remise: remisLe !== null && remisA !== null ? { remisLe, remisA } : null,
  absent: false,
});

/** Whether a notice is the one that was read from a QR or typed. */
export function isAvis({ code, numero }: Pick<Avis, 'code' | 'numero'>, text: string): boolean {
  const read = avisLu(text);
  return read.code === null ? read.numero === numero : read.code.startsWith(code);
}

/** The notices after an act of this phone. */
export const withRemise = (avis: readonly Avis[], entry: EntryOf<'avis'>): Avis[] => {
  const { corps } = entry;
  return avis.map((each) => {
    if (each.remise || !isAvis(each, corps.avis)) return each;
    return corps.remisA === 'absent'
      ? { ...each, absent: true }
      : { ...each, remise: { remisLe: jourOf(entry), remisA: corps.remisA } };
  });
};

/** The taxpayer whose notice was read or typed; undefined if no notice of this phone is it. */
export function findAvis<Holder extends { avis: readonly Avis[] }>(
  personnes: Iterable<Holder>,
  text: string,
): { personne: Holder; avis: Avis } | undefined {
  if (!text.trim()) return undefined;
  for (const personne of personnes) {
    const avis = personne.avis.find((each) => isAvis(each, text));
    if (avis) return { personne, avis };
  }
  return undefined;
}

/** How many notices are not handed over yet. */
export function aRemettreIn(personnes: Iterable<{ avis: readonly Avis[] }>): number {
  let left = 0;
  for (const { avis } of personnes) for (const { remise } of avis) if (!remise) left++;
  return left;
}
