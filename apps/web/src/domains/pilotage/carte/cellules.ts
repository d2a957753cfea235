/** Labels and links of a map cell: its name, its paid share, and the lists behind its figures. */
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import {
  type Cadre,
  cadreOfMaille,
  formatMaille,
  mailleWidth,
  maillesOf,
} from '@octroi/contract/territoire/maille';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Contour, LieuCarte, MailleCarte, NiveauContour } from '@octroi/contract/pilotage/carte';
import { cellText, partPayee } from '@octroi/contract/pilotage/classeurs/carte';
import { ecartOf, ecartText, partOf, partText, toneOf } from './ecart.ts';
import type { Bounds, MapArea, MapPoint, Viewport } from '#src/ui/map/index.ts';

const contribuablesText = (count: number): string =>
  `${formatNumber(count)} contribuable${count > 1 ? 's' : ''}`;

/** Margin between a group's mark and the edges of its cell, in cell widths: half the width of the mark. */
const MARGE = 0.29;

/** Keeps marks of neighbouring cells apart; a single taxpayer is at its exact position. */
function positionOf({ x, y, latitude, longitude, contribuables }: MailleCarte, zoom: number) {
  if (contribuables === 1) return { latitude, longitude };
  const width = mailleWidth(zoom);
  const inside = (degrees: number, rank: number): number =>
    Math.max((rank + MARGE) * width, Math.min((rank + 1 - MARGE) * width, degrees));
  return { latitude: inside(latitude, y), longitude: inside(longitude, x) };
}

/** @param mean paid share of the selection, which colours it */
export const maillePoint = (cell: MailleCarte, zoom: number, mean: number | null): MapPoint => {
  const part = partPayee(cell);
  const tone = toneOf(ecartOf(cell, mean));
  return {
    id: formatMaille({ zoom, x: cell.x, y: cell.y }),
    ...positionOf(cell, zoom),
    label: `${cellText(cell)} : ${contribuablesText(cell.contribuables)}, ${part === null ? 'sans assiète' : `${part} % payés`}`,
    count: cell.contribuables,
    share: part,
    ...(tone ? { tone } : {}),
  };
};

/** Paid share and gap as text, so that colour is not alone. */
const gapWords = (sums: Pick<MailleCarte, 'prevu' | 'paye'>, ecart: number | null): string =>
  ecart === null
    ? 'sans assiète'
    : `${partText(partOf(sums))} payés, ${ecartText(ecart)} points de la moyenne`;

export const contourArea = ({ id, nom, polygones, ...sums }: Contour, mean: number | null): MapArea => {
  const ecart = ecartOf(sums, mean);
  const tone = toneOf(ecart);
  return {
    id,
    name: ecart === null ? nom : `${nom} ${ecartText(ecart)}`,
    label: `${nom} : ${gapWords(sums, ecart)}`,
    polygons: polygones,
    ...(tone ? { tone } : {}),
  };
};

/** `Commune urbaine d'Arlit` -> `Arlit`: many places stand beside each other. */
export const shortName = (nom: string): string =>
  nom.replace(/^(?:ville|commune(?: urbaine| rurale)?) (?:de |d['’])/i, '');

/** The place as a dot with its name; none if no taxpayer has a position. */
export const lieuPoint = (
  { id, type, nom, position, ...sums }: LieuCarte,
  mean: number | null,
): MapPoint[] => {
  if (!position) return [];
  const ecart = ecartOf(sums, mean);
  const tone = toneOf(ecart);
  return [
    {
      id: `${type} ${id}`,
      ...position,
      label: `${nom} : ${gapWords(sums, ecart)}`,
      dot: ecart === null ? shortName(nom) : `${shortName(nom)} ${ecartText(ecart)}`,
      ...(tone ? { tone } : {}),
    },
  ];
};

/** Zoom from which outlines are drawn, instead of one dot a place; and from which taxpayers are counted in circles. */
export const ZOOM_CONTOURS = 10;
export const ZOOM_RUES = 15;

/** Zoom from which secteurs are drawn. */
const ZOOM_SECTEURS = 14;
export const niveauOf = (zoom: number): NiveauContour => (zoom < ZOOM_SECTEURS ? 'quartier' : 'secteur');

export const boundsOf = ({ ouest, sud, est, nord }: Cadre): Bounds => ({
  west: ouest,
  south: sud,
  east: est,
  north: nord,
});

export const cellBounds = ({ x, y }: MailleCarte, zoom: number): Bounds =>
  boundsOf(cadreOfMaille({ zoom, x, y }));

/** Zoom from which a cell opens its list instead of zooming in. */
const ZOOM_LISTE = 16;
const PEU = 25;

/** Whether a click opens the list of the cell's taxpayers; otherwise it zooms in. */
export const opensList = ({ contribuables }: MailleCarte, zoom: number): boolean =>
  contribuables <= PEU || zoom >= ZOOM_LISTE;

const clamp = (value: number, bound: number): number => Math.max(-bound, Math.min(bound, value));

/** The visible part of the map, extended to whole cells, so that a small move needs no request. */
export function cadreOf({ west, south, east, north, zoom }: Viewport): string {
  const width = mailleWidth(zoom);
  const { left, bottom, right, top } = maillesOf({ ouest: west, sud: south, est: east, nord: north }, zoom);
  const cadre = [
    clamp(left * width, 180),
    clamp(bottom * width, 90),
    clamp(right * width, 180),
    clamp(top * width, 90),
  ];
  return cadre.join();
}

/** Filter rows for each group of taxpayers of a cell. */
export const PARTS: Record<'soldes' | 'partiels' | 'impayes', FilterRow[]> = {
  soldes: [
    { column: 'contrib.prevu', operator: 'gt', x: '0' },
    { column: 'contrib.restant', operator: 'lte', x: '0', connector: 'and' },
  ],
  partiels: [
    { column: 'contrib.paye', operator: 'gt', x: '0' },
    { column: 'contrib.restant', operator: 'gt', x: '0', connector: 'and' },
  ],
  impayes: [
    { column: 'contrib.prevu', operator: 'gt', x: '0' },
    { column: 'contrib.paye', operator: 'lte', x: '0', connector: 'and' },
  ],
};
