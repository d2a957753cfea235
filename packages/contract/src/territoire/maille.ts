/**
 * The map grid: square cells in degrees, half as wide at each zoom. Widths are powers of two, so bounds are never
 * rounded: a cell contains exactly what its list contains.
 */

/** A cell at a zoom level; `x` counts eastwards and `y` northwards from 0°, 0°. */
export interface Maille {
  zoom: number;
  x: number;
  y: number;
}

/** Bounds in degrees; west and south are inclusive, east and north exclusive. */
export interface Cadre {
  ouest: number;
  sud: number;
  est: number;
  nord: number;
}

export const ZOOM_MAX = 19;
/** Most cells in one reply: more than a large screen shows at any zoom. */
export const MAX_MAILLES = 2000;

/** Width of a cell in degrees: about ninety pixels of the map, whatever the zoom. */
export const mailleWidth = (zoom: number): number => 2 ** (7 - zoom);

export function cadreOfMaille({ zoom, x, y }: Maille): Cadre {
  const width = mailleWidth(zoom);
  return { ouest: x * width, sud: y * width, est: (x + 1) * width, nord: (y + 1) * width };
}

/** The cells that an extent touches: the first ones, and the first ones beyond it. */
export function maillesOf({ ouest, sud, est, nord }: Cadre, zoom: number) {
  const width = mailleWidth(zoom);
  const [left, bottom] = [Math.floor(ouest / width), Math.floor(sud / width)];
  const [right, top] = [Math.ceil(est / width), Math.ceil(nord / width)];
  return { left, bottom, right, top, nombre: (right - left) * (top - bottom) };
}

const WHOLE = /^(\d{1,2})\/(-?\d{1,9})\/(-?\d{1,9})$/;

/** Parses a cell of an address, `12/68/432`; undefined if invalid. */
export function parseMaille(text: string): Maille | undefined {
  const [, zoom, x, y] = (WHOLE.exec(text) ?? []).map(Number);
  if (zoom === undefined || x === undefined || y === undefined || zoom > ZOOM_MAX) return undefined;
  const { ouest, sud, est, nord } = cadreOfMaille({ zoom, x, y });
  return est > -180 && ouest <= 180 && nord > -90 && sud <= 90 ? { zoom, x, y } : undefined;
}

export const formatMaille = ({ zoom, x, y }: Maille): string => `${zoom}/${x}/${y}`;

/** The value that replaces a cell for taxpayers without a position. */
export const SANS_POSITION = 'aucune';
