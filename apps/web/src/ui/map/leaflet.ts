/** The Leaflet map, loaded with the first map. */
import 'leaflet/dist/leaflet.css';
import './leaflet.css';
import {
  control,
  divIcon,
  DomUtil,
  GridLayer,
  latLngBounds,
  layerGroup,
  map as mapOn,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { areaLayer, type MapArea } from './areas.ts';
import { frontieres } from './frontieres.ts';
import { groupLabel, type MapGroup, type MapPoint, groupPoints } from './groups.ts';
import type { Box } from './labels.ts';
import type { Position } from './position.ts';

/** Background tiles configured by the installation (OCTROI_TILES_URL). */
export interface Tiles {
  url: string;
  attribution: string;
}

/** The visible part of the map. */
export interface Viewport {
  centre: Position;
  south: number;
  west: number;
  north: number;
  east: number;
  zoom: number;
}

export interface MapOptions {
  /** Null: a plain background with a scale, and no outside request. */
  tiles: Tiles | null;
  /** Initial view without points. */
  centre: Position & { zoom: number };
  /** Initial bounds, instead of `centre`. */
  bounds: Bounds | undefined;
  onOpen?: ((point: MapPoint) => void) | undefined;
  /** Makes the map a picker: a click, a dragged point, or Enter for its centre. */
  onPick?: ((position: Position) => void) | undefined;
  onMove?: ((viewport: Viewport) => void) | undefined;
  /** Called when an outline is chosen. */
  onArea?: ((area: MapArea) => void) | undefined;
  /** The points are already groups: they are not grouped again, and the map does not move to them. */
  gathered: boolean;
}

export type Bounds = Pick<Viewport, 'south' | 'west' | 'north' | 'east'>;

export interface MapHandle {
  /** Replaces the points, and moves to them if none is visible. */
  setPoints: (points: readonly MapPoint[]) => void;
  /** Replaces the outlines below the points. */
  setAreas: (areas: readonly MapArea[]) => void;
  /** Moves so that the bounds are visible. */
  show: (bounds: Bounds) => void;
  remove: () => void;
}

const MAX_ZOOM = 19;
/** Side of a mark with a percentage, px. */
const SHARE_PX = 52;
/** Zoom for a single point, with the streets around it. */
const NEAR = 16;

class Squares extends GridLayer {
  protected override createTile(): HTMLElement {
    return DomUtil.create('div', 'carte-square');
  }
}

const positionOf = ({ lat, lng }: { lat: number; lng: number }): Position => ({
  latitude: lat,
  // longitudes are normalised, in case the map was moved around the globe
  longitude: ((((lng + 180) % 360) + 360) % 360) - 180,
});

const plain = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function drawMap(element: HTMLElement, options: MapOptions): MapHandle {
  const { tiles, centre, bounds, onOpen, onPick, onMove, gathered } = options;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = mapOn(element, {
    center: [centre.latitude, centre.longitude],
    zoom: centre.zoom,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    fadeAnimation: !still,
    zoomAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
    worldCopyJump: true,
  });
  control.zoom({ zoomInTitle: 'Agrandir', zoomOutTitle: 'Réduire' }).addTo(map);
  control.scale({ imperial: false }).addTo(map);
  if (tiles) {
    tileLayer(tiles.url, { maxZoom: MAX_ZOOM, referrerPolicy: 'origin' }).addTo(map);
    control.attribution({ prefix: false }).addAttribution(plain(tiles.attribution)).addTo(map);
  } else {
    new Squares({ tileSize: 128 }).addTo(map);
    for (const [className, lines] of [
      ['carte-voisin', frontieres.voisins],
      ['carte-pays', frontieres.pays],
    ] as const)
      polyline(lines, { className, interactive: false, weight: 1 }).addTo(map);
  }

  const areas = areaLayer(map, options.onArea);
  const layer = layerGroup().addTo(map);
  let points: readonly MapPoint[] = [];
  let shown = false;

  const draw = (): void => {
    layer.clearLayers();
    const zoom = map.getZoom();
    const groups: MapGroup[] =
      gathered || zoom >= MAX_ZOOM
        ? points.map((point) => ({ ...point, points: [point], count: point.count ?? 1 }))
        : groupPoints(points, ({ latitude, longitude }) => map.project([latitude, longitude], zoom));
    for (const group of groups) layer.addLayer(markerOf(group));
    areas.write(groups.map(markBox));
  };

  /** Box of a mark, which names must not cover. */
  const markBox = ({ latitude, longitude }: MapGroup): Box => {
    const { x, y } = map.latLngToLayerPoint([latitude, longitude]);
    const half = SHARE_PX / 2;
    return { left: x - half, top: y - half, right: x + half, bottom: y + half };
  };

  const open = ({ points }: MapGroup): void => {
    const [only] = points;
    if (only && points.length === 1) onOpen?.(only);
    else map.fitBounds(boundsOf(points), { maxZoom: MAX_ZOOM, padding: [40, 40] });
  };

  function markerOf(group: MapGroup) {
    const label = groupLabel(group);
    const [only] = group.points;
    const single = only !== undefined && group.count === 1;
    const acts = !single || onOpen !== undefined;
    const share = group.points.length === 1 ? only?.share : undefined;
    const dot = group.points.length === 1 ? only?.dot : undefined;
    const drawn =
      dot !== undefined
        ? dotMark(dot, only?.tone)
        : share === undefined
          ? plainMark(group.count, single ? only.tone : undefined)
          : shareMark(group.count, share, only?.tone);
    const size = share === undefined ? (single || dot !== undefined ? 18 : 34) : SHARE_PX;
    const pin = marker([group.latitude, group.longitude], {
      icon: divIcon({ className: 'carte-mark', html: drawn, iconSize: [size, size] }),
      keyboard: acts,
      interactive: true,
      draggable: onPick !== undefined,
      autoPanOnFocus: false,
    });
    pin.bindTooltip(plain(label), { direction: 'top', offset: [0, -size / 2] });
    pin.on('add', () => {
      const icon = pin.getElement();
      icon?.setAttribute('role', acts ? 'button' : 'img');
      icon?.setAttribute('aria-label', label);
    });
    if (acts)
      pin.on('click keypress', (event) => {
        const { originalEvent } = event as unknown as { originalEvent: Event };
        if (originalEvent instanceof KeyboardEvent && originalEvent.key !== 'Enter') return;
        open(group);
      });
    if (onPick) pin.on('dragend', () => picked(positionOf(pin.getLatLng())));
    return pin;
  }

  const picked = (position: Position): void => {
    // a picker does not move the map after the choice
    shown = true;
    onPick?.(position);
  };

  const notifyMove = (): void => {
    const bounds = map.getBounds();
    onMove?.({
      centre: positionOf(map.getCenter()),
      south: bounds.getSouth(),
      west: bounds.getWest(),
      north: bounds.getNorth(),
      east: bounds.getEast(),
      zoom: map.getZoom(),
    });
  };

  function show({ south, west, north, east }: Bounds): void {
    const corners: [number, number][] = [
      [south, west],
      [north, east],
    ];
    map.fitBounds(corners, { maxZoom: NEAR, padding: [24, 24], animate: false });
  }

  map.on('zoomend', draw);
  map.on('moveend', notifyMove);
  if (onPick) {
    element.classList.add('carte-picks');
    map.on('click', ({ latlng }) => picked(positionOf(latlng)));
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target !== element) return;
      // Enter must not submit the surrounding form
      event.preventDefault();
      picked(positionOf(map.getCenter()));
    });
  }
  const resized = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resized.observe(element);
  if (bounds) show(bounds);
  else notifyMove();

  return {
    setPoints(next) {
      points = next;
      draw();
      if (next.length === 0 || gathered) return;
      const visible = map.getBounds();
      const inSight = next.some(({ latitude, longitude }) => visible.contains([latitude, longitude]));
      // moves to the first points; later the person's view is kept
      if (!shown || !inSight)
        map.fitBounds(boundsOf(next), { maxZoom: NEAR, padding: [40, 40], animate: false });
      shown = true;
    },
    setAreas: areas.set,
    show,
    remove() {
      resized.disconnect();
      // a window resized just before is told of 0.2 s later, also to a map that is gone
      map.off('moveend', notifyMove);
      map.remove();
    },
  };
}

function plainMark(count: number, tone: MapPoint['tone']): HTMLElement {
  const mark = document.createElement('span');
  const single = count === 1;
  mark.className = single ? 'carte-point' : 'carte-group';
  if (tone) mark.dataset['tone'] = tone;
  if (!single) mark.textContent = short(count);
  return mark;
}

/** A dot with its text beside it. */
function dotMark(text: string, tone: MapPoint['tone']): HTMLElement {
  const mark = plainMark(1, tone);
  const name = document.createElement('b');
  name.textContent = text;
  mark.append(name);
  mark.classList.add('carte-dot');
  return mark;
}

function shareMark(count: number, share: number | null, tone: MapPoint['tone']): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'carte-share';
  mark.style.setProperty('--share', `${Math.max(0, Math.min(100, share ?? 0))}%`);
  if (tone) mark.dataset['tone'] = tone;
  const [number, part] = [document.createElement('b'), document.createElement('i')];
  number.textContent = short(count);
  part.textContent = share === null ? '–' : `${share} %`;
  mark.append(number, part);
  return mark;
}

const boundsOf = (points: readonly Position[]) =>
  latLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude]));

/** `943`, `12 k`, `1,2 M`: short enough for a round mark. */
const short = (count: number): string =>
  count < 1000
    ? String(count)
    : new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumSignificantDigits: 2 }).format(count);
