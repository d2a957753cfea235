/** The demonstration's territories, unrolled into four levels with stable ids. */
import { table, words } from '../donnees/index.ts';

export interface CollectiviteSeed {
  id: number;
  villeId: number;
  nom: string;
  nomCourt: string;
  /** Three letters; first part of the codes of its sub-entities and of its taxpayers' numbers. */
  code: string;
  ville: string;
  telephone: string;
  adresse: string;
  statutJuridique: string;
  description: string;
  latitude: number;
  longitude: number;
  /** Built-up radius, km. */
  rayon: number;
  /** Inhabitants, roughly: the share of taxpayers follows it. */
  population: number;
  /** Share of each community of `noms.csv`. */
  communautes: readonly number[];
  ramifications: readonly RamificationSeed[];
}

/** A sub-entity of the demonstration, ready for insertion (parents stand before their children). */
export interface RamificationSeed {
  id: number;
  entiteId: number;
  parentId: number | null;
  /** 1 Département, 2 Quartier, 3 Zone, 4 Secteur: also the id of its type. */
  niveau: 1 | 2 | 3 | 4;
  nom: string;
  code: string;
  description: string;
  latitude: number;
  longitude: number;
}

/** The order gives the ids, from 1: append only. */
const COMMUNES = table('communes', [
  'code',
  'nom',
  'nomCourt',
  'ville',
  'telephone',
  'adresse',
  'statutJuridique',
  'description',
  'latitude',
  'longitude',
  'rayon',
  'population',
  'communautes',
]);
const DEPARTEMENTS = table('departements', ['commune', 'nom', 'description']);
const QUARTIERS = table('quartiers', ['commune', 'departement', 'nom', 'zones', 'latitude', 'longitude']);

export const VILLES = COMMUNES.map(({ ville, population }, index) => ({
  id: index + 1,
  nom: ville,
  description: `Niger, ${Number(population).toLocaleString('fr-FR')} habitants environ`,
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

type Commune = Omit<CollectiviteSeed, 'ramifications'>;

function unroll(source: Commune, firstId: number): RamificationSeed[] {
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
      entiteId: source.id,
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

  const here = QUARTIERS.filter(({ commune }) => commune === source.code);
  let rank = 0;
  const placeOf = ({ latitude, longitude }: (typeof here)[number]): Place => {
    const place = around(source, rank++, here.length, source.rayon * 0.55);
    return latitude ? { latitude: Number(latitude), longitude: Number(longitude) } : place;
  };
  const departements = DEPARTEMENTS.filter(({ commune }) => commune === source.code);
  for (const [d, { nom: departement, description }] of departements.entries()) {
    const quartiers = here.filter((quartier) => quartier.departement === departement);
    const places = quartiers.map(placeOf);
    const mean = (pick: (place: Place) => number): number =>
      places.reduce((sum, place) => sum + pick(place), 0) / places.length;
    const centre = { latitude: mean((p) => p.latitude), longitude: mean((p) => p.longitude) };
    const top = add(null, 1, departement, String(d + 1), centre, description);
    for (const [q, { nom, zones: cell }] of quartiers.entries()) {
      const place = places[q] ?? centre;
      const quartier = add(top, 2, nom, String(q + 1).padStart(2, '0'), place);
      const zones = words(cell, ' ').map(Number);
      for (const [z, secteurs] of zones.entries()) {
        const spot = around(place, z, zones.length, 0.5);
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
  return COMMUNES.map((row, index) => {
    const commune = {
      ...row,
      latitude: Number(row.latitude),
      longitude: Number(row.longitude),
      rayon: Number(row.rayon),
      population: Number(row.population),
      communautes: words(row.communautes, ' ').map(Number),
      id: index + 1,
      villeId: index + 1,
    };
    const ramifications = unroll(commune, nextId);
    nextId += ramifications.length;
    return { ...commune, ramifications };
  });
}

export const COLLECTIVITES: readonly CollectiviteSeed[] = build();
