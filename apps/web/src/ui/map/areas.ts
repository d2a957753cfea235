/** Outlines of places with their names, below the points of a map. */
import {
  bounds as boundsOf,
  circleMarker,
  divIcon,
  layerGroup,
  type Map,
  marker,
  type Path,
  point,
  polygon,
} from 'leaflet';
import type { MapPoint } from './groups.ts';
import { type Box, placeNames } from './labels.ts';

export interface MapArea {
  id: number | string;
  /** Name, written on or beside the outline if there is room. */
  name: string;
  /** Tooltip. */
  label: string;
  tone?: MapPoint['tone'];
  /** Polygons with outer ring and holes, as lists of corners. */
  polygons: readonly (readonly (readonly (readonly [latitude: number, longitude: number])[])[])[];
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes a name in its box. */
function nameMark(map: Map, name: string, { left, top, right, bottom }: Box) {
  const text = document.createElement('span');
  text.textContent = name;
  text.ariaHidden = 'true';
  const icon = divIcon({
    className: 'carte-nom',
    html: text,
    iconSize: [right - left, bottom - top],
    iconAnchor: [0, 0],
  });
  const at = map.layerPointToLatLng(point(left, top));
  return marker(at, { icon, interactive: false, keyboard: false, zIndexOffset: -10_000 });
}

interface AreaLayer {
  set: (areas: readonly MapArea[]) => void;
  /** Places the names again after a move. @param marks boxes that names must not cover */
  write: (marks: readonly Box[]) => void;
}

/** Side in pixels of an outline below which a dot stands for it. */
const SMALL_PX = 20;
/** Half the side of a dot with its edge. */
const DOT_PX = 8;
const lookOf = ({ tone }: MapArea) => ({
  className: `carte-contour${tone ? ` carte-contour-${tone}` : ''}`,
  weight: 1.5,
});

/** Outlines as buttons for the keyboard and screen readers: one is in the tab order, arrows lead to the others. */
function outlineButtons(onChoose: (area: MapArea) => void) {
  /** In the order of the areas. */
  let outlines: SVGElement[] = [];
  const focusOn = (outline: SVGElement | undefined): void => {
    if (!outline) return;
    for (const each of outlines) each.tabIndex = each === outline ? 0 : -1;
    outline.focus();
  };
  const onKey = (event: KeyboardEvent, outline: SVGElement, area: MapArea): void => {
    const place = outlines.indexOf(outline);
    if (event.key === 'Enter' || event.key === ' ') onChoose(area);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      focusOn(outlines[(place + 1) % outlines.length]);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') focusOn(outlines.at(place - 1));
    else if (event.key === 'Home') focusOn(outlines[0]);
    else if (event.key === 'End') focusOn(outlines.at(-1));
    else return;
    event.preventDefault();
    // the map itself moves by arrows
    event.stopPropagation();
  };
  return {
    /** Makes a button of an outline on the map; its tooltip opens with the focus. */
    add(shape: Path, area: MapArea): void {
      const outline = shape.getElement() as SVGElement | undefined;
      if (!outline) return;
      outline.setAttribute('role', 'button');
      outline.setAttribute('aria-label', area.label);
      outline.tabIndex = outlines.length === 0 ? 0 : -1;
      outline.addEventListener('keydown', (event) => onKey(event, outline, area));
      outlines.push(outline);
    },
    hasFocus: (): boolean => outlines.some((outline) => outline === document.activeElement),
    clear(): void {
      outlines = [];
    },
  };
}

/** @param onChoose called when an outline is chosen */
export function areaLayer(map: Map, onChoose?: (area: MapArea) => void): AreaLayer {
  const shapes = layerGroup().addTo(map);
  const names = layerGroup().addTo(map);
  const buttons = onChoose && outlineButtons(onChoose);
  let areas: readonly MapArea[] = [];
  let occupied: readonly Box[] = [];

  const choosable = (shape: Path, area: MapArea): Path => {
    shape.bindTooltip(escaped(area.label), { sticky: true });
    if (onChoose) shape.on('click', () => onChoose(area));
    return shape;
  };

  const write = (marks: readonly Box[]): void => {
    occupied = marks;
    names.clearLayers();
    // a name must not cover its own dot
    const dots: Box[] = [];
    const boxes = areas.flatMap((area) => {
      const { name, polygons } = area;
      const corners = polygons.flatMap(([outer = []]) => outer);
      const { min, max } = boundsOf(corners.map(([y, x]) => map.latLngToLayerPoint([y, x])));
      if (!min || !max) return [];
      const box = { left: min.x, top: min.y, right: max.x, bottom: max.y };
      if ((max.x - min.x) * (max.y - min.y) >= SMALL_PX ** 2) return [{ name, box }];
      const middle = min.add(max).divideBy(2);
      const dot = circleMarker(map.layerPointToLatLng(middle), { ...lookOf(area), radius: DOT_PX - 2 });
      names.addLayer(choosable(dot, area));
      const around = {
        left: middle.x - DOT_PX,
        top: middle.y - DOT_PX,
        right: middle.x + DOT_PX,
        bottom: middle.y + DOT_PX,
      };
      dots.push(around);
      return [{ name, box: around }];
    });
    for (const [index, box] of placeNames(boxes, [...occupied, ...dots]).entries())
      if (box) names.addLayer(nameMark(map, boxes[index]?.name ?? '', box));
  };

  return {
    set(next) {
      areas = next;
      const hadFocus = buttons?.hasFocus();
      shapes.clearLayers();
      buttons?.clear();
      for (const area of areas) {
        const rings = area.polygons.map((each) =>
          each.map((ring) => ring.map(([y, x]): [number, number] => [y, x])),
        );
        const shape = choosable(polygon(rings, lookOf(area)), area);
        shapes.addLayer(shape);
        buttons?.add(shape, area);
      }
      if (hadFocus) map.getContainer().focus();
      write(occupied);
    },
    write,
  };
}
