/** The application, for every screen. */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Etat } from '#src/model/etat.ts';
import type { Terrain } from '#src/model/terrain.ts';

export const TerrainContext = createContext<Terrain | null>(null);

export function useTerrain(): { terrain: Terrain; etat: Etat } {
  const terrain = useContext(TerrainContext);
  if (!terrain) throw new Error('a screen stands outside the application');
  const [etat, setEtat] = useState(terrain.etat);
  useEffect(() => {
    const follow = () => setEtat(terrain.etat);
    // what was told between drawing and now
    follow();
    return terrain.subscribe(follow);
  }, [terrain]);
  return { terrain, etat };
}
