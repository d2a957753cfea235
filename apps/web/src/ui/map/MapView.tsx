import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import type { MapArea } from './areas.ts';
import type { MapPoint } from './groups.ts';
import type { Bounds, MapHandle, Viewport } from './leaflet.ts';
import type { Position } from './position.ts';
import classes from './MapView.module.css';

interface MapViewProps {
  /** What the map shows, for who does not see it. */
  label: string;
  points: readonly MapPoint[];
  /** Outlines beneath them, each told on hover; a constant, or memoised. */
  areas?: readonly MapArea[];
  /** A point was chosen, with the pointer or the keyboard; without it points only tell their label. */
  onOpen?: (point: MapPoint) => void;
  /** A place was chosen: the map is then a picker. */
  onPick?: (position: Position) => void;
  /** What is in sight now, at first and after each move. */
  onMove?: (viewport: Viewport) => void;
  /** Where it opens while there is no point: the whole country by default. */
  centre?: Position & { zoom: number };
  /** What it moves to, at first and whenever this changes. */
  bounds?: Bounds | undefined;
  /** The points are groups already: each is drawn by itself, and the map does not move to them. */
  gathered?: boolean;
  /** In pixels. */
  height?: number;
}

const NO_AREA: readonly MapArea[] = [];
const NIGER = { latitude: 16.2, longitude: 7.6, zoom: 5 };

/**
 * A map with its points, which draw together where they are many. Its code comes when it is first shown; a page whose
 * map cannot be fetched goes on without it. Background: OCTROI_TILES_URL, else a plain ground.
 */
export function MapView({
  label,
  points,
  areas = NO_AREA,
  onOpen,
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
  const open = useEffectEvent((point: MapPoint) => onOpen?.(point));
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
  }, [tiles, opens, picks, gathered, attempt]);

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
