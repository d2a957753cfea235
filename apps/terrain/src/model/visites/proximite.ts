/** Nearby taxpayers: distance and direction. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Personne } from '../personnes.ts';

interface Place {
  latitude: number;
  longitude: number;
}

interface Voisin {
  personne: Personne;
  metres: number;
  /** Degrees from the north, clockwise. */
  cap: number;
}

export const METRES_PER_DEGREE = 111_195;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** On a flat earth: exact to a metre within a town. */
export function between(from: Place, to: Place): Pick<Voisin, 'metres' | 'cap'> {
  const north = (to.latitude - from.latitude) * METRES_PER_DEGREE;
  const east = (to.longitude - from.longitude) * METRES_PER_DEGREE * Math.cos(radians(from.latitude));
  const cap = (Math.atan2(east, north) * 180) / Math.PI;
  return { metres: Math.hypot(north, east), cap: (cap + 360) % 360 };
}

/** Nearest first; taxpayers without a position are left out. */
export function voisinsOf(personnes: Iterable<Personne>, origin: Place, max: number): Voisin[] {
  const all: Voisin[] = [];
  for (const personne of personnes) {
    const { latitude, longitude } = personne;
    if (latitude !== null && longitude !== null)
      all.push({ personne, ...between(origin, { latitude, longitude }) });
  }
  return all.sort((a, b) => a.metres - b.metres).slice(0, max);
}

const WINDS = ['nord', 'nord-est', 'est', 'sud-est', 'sud', 'sud-ouest', 'ouest', 'nord-ouest'] as const;
/** Below this distance in metres, within position accuracy, a direction is meaningless. */
const HERE = 10;

/** `120 m, nord-est` */
export function voisinText({ metres, cap }: Pick<Voisin, 'metres' | 'cap'>): string {
  if (metres < HERE) return 'ici même';
  const far =
    metres < 1000
      ? `${formatNumber(Math.round(metres / 10) * 10)} m`
      : `${(metres / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} km`;
  return `${far}, ${WINDS[Math.round(cap / 45) % WINDS.length]}`;
}

/** Metres beyond which a position is not believed without a word: the size of a quartier. */
const FAR = 3000;

/**
 * Says that a position is far from the other taxpayers of its place, as one that a phone without a view of the sky guesses.
 * @returns undefined if it is near, or if the place has too few positions
 */
export function farText(personnes: Iterable<Personne>, lieu: number, position: Place): string | undefined {
  const metres: number[] = [];
  for (const { lieu: own, latitude, longitude } of personnes)
    if (own === lieu && latitude !== null && longitude !== null)
      metres.push(between(position, { latitude, longitude }).metres);
  if (metres.length < ENOUGH) return undefined;
  const median = metres.sort((a, b) => a - b)[metres.length >> 1] ?? 0;
  if (median < FAR) return undefined;
  const far = (median / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 0 });
  return `Cette position est à ${far} km des autres fiches de ce lieu. Reprenez-la à ciel ouvert, ou vérifiez le lieu.`;
}
/** Positions of a place from which one is told to be far. */
const ENOUGH = 3;
