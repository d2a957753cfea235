/**
 * The grid of maps: square cells of degrees, half as wide at each zoom. A width is a power of two, so that no bound is
 * rounded: a cell holds exactly what the list behind it holds.
 */

/** A cell at a zoom; `x` counts eastwards and `y` northwards from 0° and 0°. */
export interface Maille {
  zoom: number;
  x: number;
  y: number;
}

/** Bounds in degrees; the western and the southern one are inside, the others outside. */
export interface Cadre {
  ouest: number;
  sud: number;
  est: number;
  nord: number;
}

export const ZOOM_MAX = 19;
/** Cells that one answer may hold: more than a large screen shows at any zoom. */
export const MAX_MAILLES = 2000;

/** Width of a cell in degrees: about ninety pixels of the map, whatever the zoom. */
export const mailleWidth = (zoom: number): number => 2 ** (7 - zoom);

export function cadreOfMaille({ zoom, x, y }: Maille): Cadre {
  const width = mailleWidth(zoom);
  return { ouest: x * width, sud: y * width, est: (x + 1) * width, nord: (y + 1) * width };
}

/** The cells that a part of the map touches: the first ones, and the first ones beyond. */
export function maillesOf({ ouest, sud, est, nord }: Cadre, zoom: number) {
  const width = mailleWidth(zoom);
  const [left, bottom] = [Math.floor(ouest / width), Math.floor(sud / width)];
  const [right, top] = [Math.ceil(est / width), Math.ceil(nord / width)];
  return { left, bottom, right, top, nombre: (right - left) * (top - bottom) };
}

const WHOLE = /^(\d{1,2})\/(-?\d{1,9})\/(-?\d{1,9})$/;

/** A cell as addresses carry it, `12/68/432`; undefined where it is none. */
export function parseMaille(text: string): Maille | undefined {
  const [, zoom, x, y] = (WHOLE.exec(text) ?? []).map(Number);
  if (zoom === undefined || x === undefined || y === undefined || zoom > ZOOM_MAX) return undefined;
  const { ouest, sud, est, nord } = cadreOfMaille({ zoom, x, y });
  return est > -180 && ouest <= 180 && nord > -90 && sud <= 90 ? { zoom, x, y } : undefined;
}

export const formatMaille = ({ zoom, x, y }: Maille): string => `${zoom}/${x}/${y}`;

/** What has no position, where a cell is asked for. */
export const SANS_POSITION = 'aucune';
