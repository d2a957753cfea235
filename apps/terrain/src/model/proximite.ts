/** Who is near: how far, and in which direction. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Personne } from './personnes.ts';

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

const METRES_PER_DEGREE = 111_195;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** As if the ground were flat: right to the metre over a town. */
export function between(from: Place, to: Place): Pick<Voisin, 'metres' | 'cap'> {
  const north = (to.latitude - from.latitude) * METRES_PER_DEGREE;
  const east = (to.longitude - from.longitude) * METRES_PER_DEGREE * Math.cos(radians(from.latitude));
  const cap = (Math.atan2(east, north) * 180) / Math.PI;
  return { metres: Math.hypot(north, east), cap: (cap + 360) % 360 };
}

/** The nearest first; who has no position is left out. */
export function voisinsOf(personnes: Iterable<Personne>, here: Place, most: number): Voisin[] {
  const all: Voisin[] = [];
  for (const personne of personnes) {
    const { latitude, longitude } = personne;
    if (latitude !== null && longitude !== null)
      all.push({ personne, ...between(here, { latitude, longitude }) });
  }
  return all.sort((a, b) => a.metres - b.metres).slice(0, most);
}

const WINDS = ['nord', 'nord-est', 'est', 'sud-est', 'sud', 'sud-ouest', 'ouest', 'nord-ouest'] as const;
/** Nearer than a position is ever known, no direction means anything. */
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
