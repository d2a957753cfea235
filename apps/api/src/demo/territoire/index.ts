/** The demonstration's territories, unrolled into four levels with stable ids. */
import { agadez, arlit, diffa, konni } from './communes-est.ts';
import { dogondoutchi, dosso, gaya, tillaberi } from './communes-ouest.ts';
import { niamey } from './niamey.ts';
import type { CollectiviteSeed, CollectiviteSource, QuartierSource, RamificationSeed } from './types.ts';
import { maradi, tahoua, zinder } from './villes.ts';

export type { CollectiviteSeed, RamificationSeed } from './types.ts';

/** The order gives the ids, from 1: append only. */
const SOURCES: readonly CollectiviteSource[] = [
  niamey,
  maradi,
  zinder,
  tahoua,
  agadez,
  dosso,
  diffa,
  tillaberi,
  konni,
  arlit,
  gaya,
  dogondoutchi,
];

export const VILLES = SOURCES.map((source, index) => ({
  id: index + 1,
  nom: source.ville,
  description: `Niger, ${source.population.toLocaleString('fr-FR')} habitants environ`,
}));

/** Kilometres of one degree of latitude. */
const KM_PER_DEGREE = 111.2;

/** A point at a distance and a bearing (radians) from another. */
export function offset(latitude: number, longitude: number, km: number, bearing: number) {
  return {
    latitude: latitude + (km * Math.cos(bearing)) / KM_PER_DEGREE,
    longitude: longitude + (km * Math.sin(bearing)) / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function unroll(source: CollectiviteSource, entiteId: number, firstId: number): RamificationSeed[] {
  const nodes: RamificationSeed[] = [];
  type Place = { latitude: number; longitude: number };
  const add = (
    parent: RamificationSeed | null,
    niveau: RamificationSeed['niveau'],
    nom: string,
    code: string,
    place: Place,
    description = '',
  ): RamificationSeed => {
    const node = {
      id: firstId + nodes.length,
      entiteId,
      parentId: parent?.id ?? null,
      niveau,
      nom,
      code: `${parent?.code ?? source.code}-${code}`,
      description,
      latitude: rounded(place.latitude),
      longitude: rounded(place.longitude),
    };
    nodes.push(node);
    return node;
  };
  const around = (place: Place, index: number, count: number, km: number): Place =>
    count === 1 ? place : offset(place.latitude, place.longitude, km, (2 * Math.PI * index) / count + 0.6);

  const total = source.departements.reduce((sum, departement) => sum + departement.quartiers.length, 0);
  let rank = 0;
  const placeOf = ([, , latitude, longitude]: QuartierSource): Place => {
    const place = around(source, rank++, total, source.rayon * 0.55);
    return latitude === undefined || longitude === undefined ? place : { latitude, longitude };
  };
  for (const [d, departement] of source.departements.entries()) {
    const places = departement.quartiers.map(placeOf);
    const mean = (pick: (place: Place) => number): number =>
      places.reduce((sum, place) => sum + pick(place), 0) / places.length;
    const centre = { latitude: mean((p) => p.latitude), longitude: mean((p) => p.longitude) };
    const top = add(null, 1, departement.nom, String(d + 1), centre, departement.description);
    for (const [q, [nom, zones]] of departement.quartiers.entries()) {
      const here = places[q] ?? centre;
      const quartier = add(top, 2, nom, String(q + 1).padStart(2, '0'), here);
      for (const [z, secteurs] of zones.entries()) {
        const spot = around(here, z, zones.length, 0.5);
        const zone = add(quartier, 3, `Zone ${z + 1}`, String(z + 1), spot);
        for (let s = 0; s < secteurs; s++) {
          const letter = String.fromCharCode(65 + s);
          add(zone, 4, `Secteur ${letter}`, letter, around(spot, s, secteurs, 0.25));
        }
      }
    }
  }
  return nodes;
}

function build(): CollectiviteSeed[] {
  let nextId = 1;
  return SOURCES.map((source, index) => {
    const { departements: _, ...rest } = source;
    const ramifications = unroll(source, index + 1, nextId);
    nextId += ramifications.length;
    return { ...rest, id: index + 1, villeId: index + 1, ramifications };
  });
}

export const COLLECTIVITES: readonly CollectiviteSeed[] = build();
