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
  type Marker,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { areaLayer, type MapArea } from './areas.ts';
import { frontieres } from './frontieres.ts';
import { dotMark, plainMark, shareMark } from './marks.ts';
import { groupLabel, type MapGroup, type MapPoint, groupPoints } from './groups.ts';
import { type Box, placeTexts } from './labels.ts';
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
/** Side of a dot, px. */
const DOT_PX = 18;
/** Distance of a dot's text from its middle, in sides of the dot (leaflet.css). */
const TEXT_FROM = 2 / 3;
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
    const hadFocus = layer.getLayers().some((pin) => (pin as Marker).getElement() === document.activeElement);
    layer.clearLayers();
    const zoom = map.getZoom();
    const groups: MapGroup[] =
      gathered || zoom >= MAX_ZOOM
        ? points.map((point) => ({ ...point, points: [point], count: point.count ?? 1 }))
        : groupPoints(points, ({ latitude, longitude }) => map.project([latitude, longitude], zoom));
    for (const group of groups) layer.addLayer(markerOf(group));
    if (hadFocus) element.focus();
    writeTexts();
    areas.write(groups.map(markBox));
  };

  /** Writes the texts of dots that have room, in the order of the points; the others are in the tooltip. */
  const writeTexts = (): void => {
    const texts = (layer.getLayers() as Marker[]).flatMap((pin) => {
      const text = pin.getElement()?.querySelector<HTMLElement>('.carte-dot b');
      const { x, y } = map.latLngToLayerPoint(pin.getLatLng());
      return text ? [{ text, x, y, width: text.offsetWidth, height: text.offsetHeight }] : [];
    });
    // dots grow with the text size that the person chose
    const dotPx = texts[0]?.text.parentElement?.offsetWidth ?? DOT_PX;
    for (const [index, side] of placeTexts(texts, dotPx * TEXT_FROM).entries()) {
      const { text } = texts[index]!;
      text.hidden = side === undefined;
      if (side) text.dataset['side'] = side;
    }
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
    const size = share === undefined ? (single || dot !== undefined ? DOT_PX : 34) : SHARE_PX;
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

const boundsOf = (points: readonly Position[]) =>
  latLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude]));
