/** Gives screens access to the application. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Etat } from '#src/model/etat.ts';
import type { Terrain } from '#src/model/terrain.ts';

export const TerrainContext = createContext<Terrain | null>(null);

export function useTerrain(): { terrain: Terrain; etat: Etat } {
  const terrain = useContext(TerrainContext);
  if (!terrain) throw new Error('a screen stands outside the application');
  const etat = useSyncExternalStore(terrain.subscribe, () => terrain.etat);
  return { terrain, etat };
}
