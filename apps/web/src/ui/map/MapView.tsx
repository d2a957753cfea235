import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import type { MapArea } from './areas.ts';
import type { MapPoint } from './groups.ts';
import type { Bounds, MapHandle, Viewport } from './leaflet.ts';
import type { Position } from './position.ts';
import classes from './MapView.module.css';

interface MapViewProps {
  /** Accessible name of the map. */
  label: string;
  points: readonly MapPoint[];
  /** Outlines below the points, with a tooltip; constant or memoised. */
  areas?: readonly MapArea[];
  /** Called when a point is chosen; without it points only have a tooltip. */
  onOpen?: (point: MapPoint) => void;
  /** Called when an outline is chosen. */
  onArea?: (area: MapArea) => void;
  /** Called when a position is chosen: the map is then a picker. */
  onPick?: (position: Position) => void;
  /** Called with the visible part, initially and after each move. */
  onMove?: (viewport: Viewport) => void;
  /** Initial view without points: the country by default. */
  centre?: Position & { zoom: number };
  /** View to move to, initially and on each change. */
  bounds?: Bounds | undefined;
  /** The points are already groups: they are not grouped again, and the map does not move to them. */
  gathered?: boolean;
  /** Height in pixels. */
  height?: number;
}

const NO_AREA: readonly MapArea[] = [];
const NIGER = { latitude: 16.2, longitude: 7.6, zoom: 5 };

/**
 * A map with its points, grouped where they are dense. Its code is loaded with the first map; if that fails, the page
 * works without it. Background: OCTROI_TILES_URL, else plain.
 */
export function MapView({
  label,
  points,
  areas = NO_AREA,
  onOpen,
  onArea,
  onPick,
  onMove,
  centre = NIGER,
  bounds,
  gathered = false,
  height = 320,
}: MapViewProps) {
  const { tiles } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const [handle, setMap] = useState<MapHandle>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const opens = onOpen !== undefined;
  const picks = onPick !== undefined;
  const choosesAreas = onArea !== undefined;
  const open = useEffectEvent((point: MapPoint) => onOpen?.(point));
  const choose = useEffectEvent((area: MapArea) => onArea?.(area));
  const pick = useEffectEvent((position: Position) => onPick?.(position));
  const move = useEffectEvent((viewport: Viewport) => onMove?.(viewport));
  const start = useEffectEvent(() => ({ centre, bounds }));

  useEffect(() => {
    let gone = false;
    let map: MapHandle | undefined;
    import('./leaflet.ts').then(
      ({ drawMap }) => {
        if (gone || !frame.current) return;
        map = drawMap(frame.current, {
          tiles,
          ...start(),
          ...(opens ? { onOpen: (point) => open(point) } : {}),
          ...(picks ? { onPick: (position) => pick(position) } : {}),
          onMove: (viewport) => move(viewport),
          ...(choosesAreas ? { onArea: (area) => choose(area) } : {}),
          gathered,
        });
        setMap(map);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      map?.remove();
      setMap(undefined);
    };
  }, [tiles, opens, picks, choosesAreas, gathered, attempt]);

  useEffect(() => handle?.setAreas(areas), [handle, areas]);
  useEffect(() => handle?.setPoints(points), [handle, points]);
  useEffect(() => {
    if (bounds) handle?.show(bounds);
  }, [handle, bounds]);

  if (failed)
    return (
      <div className={classes.failed} style={{ height }} role="alert">
        <p>La carte n’a pas pu être chargée.</p>
        <Button
          variant="default"
          onClick={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        >
          Réessayer
        </Button>
      </div>
    );
  return <div ref={frame} className={classes.map} style={{ height }} role="region" aria-label={label} />;
}
