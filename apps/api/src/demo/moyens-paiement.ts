/** How often each payment method is used in the demonstration, and how its operator numbers payments. */
import { MOYENS_PAIEMENT, type MoyenPaiementSeed } from '#src/installation/moyens-paiement.ts';

export interface MoyenPaiementDemo extends MoyenPaiementSeed {
  /** Share among payments; 0 for refunds. */
  poids: number;
  /** Prefix of the operator's transaction numbers; null where the collectivité numbers itself. */
  prefixe: string | null;
}

const USE: Readonly<Record<number, Pick<MoyenPaiementDemo, 'poids' | 'prefixe'>>> = {
  1: { poids: 30, prefixe: 'MP' },
  2: { poids: 12, prefixe: 'CI' },
  3: { poids: 7, prefixe: 'EX' },
  4: { poids: 2, prefixe: null },
  5: { poids: 34, prefixe: null },
  6: { poids: 3, prefixe: null },
  7: { poids: 10, prefixe: 'MV' },
  8: { poids: 2, prefixe: 'CB' },
  9: { poids: 0, prefixe: null },
};

export const MOYENS_PAIEMENT_DEMO: readonly MoyenPaiementDemo[] = MOYENS_PAIEMENT.map((moyen) => ({
  ...moyen,
  ...(USE[moyen.id] ?? { poids: 0, prefixe: null }),
}));
