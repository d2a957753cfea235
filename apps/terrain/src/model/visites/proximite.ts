/** Nearby taxpayers: distance and direction. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
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
/** Positions of a place from which one is told to be far. */
const ENOUGH = 3;
const ADVICE = 'Reprenez-la à ciel ouvert, ou vérifiez le lieu.';
const kilometres = (metres: number): string => `${formatNumber(Math.round(metres / 1000))} km`;

/**
 * Says that a position is far from the other taxpayers of its place, as one that a phone without a view of the sky guesses.
 * A place with few positions is compared with the places around it, then with all places of the phone: there the nearest
 * taxpayer decides, since a larger place has no middle.
 * @returns undefined if it is near, or if no position is taken or known
 */
export function farText(
  personnes: Iterable<Personne>,
  referentiel: Pick<Referentiel, 'lieux'> | null,
  lieu: number,
  position: Place | null,
): string | undefined {
  if (!position) return undefined;
  const located: { lieu: number; metres: number }[] = [];
  for (const { lieu: own, latitude, longitude } of personnes)
    if (latitude !== null && longitude !== null)
      located.push({ lieu: own, metres: between(position, { latitude, longitude }).metres });
  const own = located.filter((each) => each.lieu === lieu).map(({ metres }) => metres);
  if (own.length >= ENOUGH) {
    const median = own.sort((a, b) => a - b)[own.length >> 1] ?? 0;
    if (median < FAR) return undefined;
    return `Cette position est à ${kilometres(median)} des autres fiches de ce lieu. ${ADVICE}`;
  }
  const parents = new Map(referentiel?.lieux.map(([id, , parent]) => [id, parent]));
  const isIn = (id: number | null | undefined, place: number | null): boolean =>
    place === null || id === place || (id != null && isIn(parents.get(id), place));
  let around: number | null = lieu;
  while (around !== null) {
    around = parents.get(around) ?? null;
    const place = around;
    const near = located.filter((each) => isIn(each.lieu, place)).map(({ metres }) => metres);
    if (near.length === 0) continue;
    const nearest = Math.min(...near);
    return nearest < FAR
      ? undefined
      : `Cette position est à ${kilometres(nearest)} de la fiche la plus proche. ${ADVICE}`;
  }
  return undefined;
}
