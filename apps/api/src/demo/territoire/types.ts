/** Shape of the demonstration's territories: what is known of a town, before it is unrolled into sub-entities. */

/** `[nom, secteurs of each zone, latitude, longitude]`; without coordinates the quartier is put on a ring around the centre. */
export type QuartierSource = readonly [
  nom: string,
  secteursParZone: readonly number[],
  latitude?: number,
  longitude?: number,
];

export interface DepartementSource {
  nom: string;
  description: string;
  quartiers: readonly QuartierSource[];
}

export interface CollectiviteSource {
  nom: string;
  nomCourt: string;
  /** Three letters; first part of the codes of its sub-entities and of its taxpayers' numbers. */
  code: string;
  ville: string;
  telephone: string;
  adresse: string;
  statutJuridique: 'Ville' | 'Commune urbaine';
  description: string;
  latitude: number;
  longitude: number;
  /** Built-up radius, km. */
  rayon: number;
  /** Inhabitants, roughly: the share of taxpayers follows it. */
  population: number;
  departements: readonly DepartementSource[];
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

export interface CollectiviteSeed extends Omit<CollectiviteSource, 'departements'> {
  id: number;
  villeId: number;
  ramifications: readonly RamificationSeed[];
}
