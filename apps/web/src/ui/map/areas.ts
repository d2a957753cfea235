/** Outlines of places with their names, below the points of a map. */
import { bounds as boundsOf, divIcon, layerGroup, type Map, marker, point, polygon } from 'leaflet';
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

export function areaLayer(map: Map): AreaLayer {
  const shapes = layerGroup().addTo(map);
  const names = layerGroup().addTo(map);
  let areas: readonly MapArea[] = [];
  let occupied: readonly Box[] = [];

  const write = (marks: readonly Box[]): void => {
    occupied = marks;
    names.clearLayers();
    const boxes = areas.flatMap(({ name, polygons }) => {
      const corners = polygons.flatMap(([outer = []]) => outer);
      const { min, max } = boundsOf(corners.map(([y, x]) => map.latLngToLayerPoint([y, x])));
      return min && max ? [{ name, box: { left: min.x, top: min.y, right: max.x, bottom: max.y } }] : [];
    });
    for (const [index, box] of placeNames(boxes, occupied).entries())
      if (box) names.addLayer(nameMark(map, boxes[index]?.name ?? '', box));
  };

  return {
    set(next) {
      areas = next;
      shapes.clearLayers();
      for (const { label, polygons, tone } of areas) {
        const shape = polygon(
          polygons.map((rings) => rings.map((ring) => ring.map(([y, x]): [number, number] => [y, x]))),
          { className: `carte-contour${tone ? ` carte-contour-${tone}` : ''}`, weight: 1.5 },
        );
        shape.bindTooltip(escaped(label), { sticky: true });
        shapes.addLayer(shape);
      }
      write(occupied);
    },
    write,
  };
}
