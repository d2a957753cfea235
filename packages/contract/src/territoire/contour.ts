/** The outline of a sub-entity, as the town imports it: GeoJSON (RFC 7946) in WGS84. */
import { z } from 'zod';
import { CONTOUR_MESSAGES, MAX_CONTOUR_POINTS } from './contour-limits.ts';

const positionSchema = z.tuple([z.number(), z.number()]);
const polygonesSchema = z.array(z.array(z.array(positionSchema)));

/** Polygons with their outer ring and holes; a position is longitude, latitude; a ring ends at its first position. */
const formeSchema = z.object({ type: z.literal('MultiPolygon'), coordinates: polygonesSchema });
export type Forme = z.infer<typeof formeSchema>;
type Ring = Forme['coordinates'][number][number];

/** The stored outline of a sub-entity; without one: no shape, no point and version 0. */
export const contourImporteSchema = z.object({
  forme: formeSchema.nullable(),
  points: z.int(),
  version: z.int(),
});
export type ContourImporte = z.infer<typeof contourImporteSchema>;

/** As in files: an altitude may follow. */
const coordinatesInput = z.array(z.array(z.array(z.tuple([z.number(), z.number()], z.number()))).min(1));
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: coordinatesInput.element }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: coordinatesInput.min(1) }),
]);
const feature = z.object({ type: z.literal('Feature'), geometry });
const geoJson = z.union([
  geometry,
  feature.transform((one) => one.geometry),
  z
    .object({ type: z.literal('FeatureCollection'), features: z.tuple([feature]) })
    .transform(({ features: [one] }) => one.geometry),
]);

const isOnGlobe = ([longitude, latitude]: Ring[number]): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

const isClosed = (ring: Ring): boolean =>
  String(ring[0]) === String(ring.at(-1)) && new Set(ring.map(String)).size >= 3;

export const pointsOf = ({ coordinates }: Forme): number =>
  coordinates.flat().reduce((total, ring) => total + ring.length, 0);

function faultOf(forme: Forme): string | undefined {
  const rings = forme.coordinates.flat();
  if (pointsOf(forme) > MAX_CONTOUR_POINTS) return CONTOUR_MESSAGES.tropDePoints;
  if (!rings.every((ring) => ring.every(isOnGlobe))) return CONTOUR_MESSAGES.horsDuGlobe;
  return rings.every(isClosed) ? undefined : CONTOUR_MESSAGES.anneau;
}

/**
 * A GeoJSON Polygon or MultiPolygon, alone or in a Feature or in a FeatureCollection of one, parsed to a MultiPolygon.
 * Any error is one sentence about the whole file.
 */
export const contourBody = z.unknown().transform((body, context): Forme => {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', path: ['contour'], message });
    return z.NEVER;
  };
  const parsed = geoJson.safeParse(body);
  if (!parsed.success) return refuse(CONTOUR_MESSAGES.autreChose);
  const { type, coordinates } = parsed.data;
  const polygones = type === 'Polygon' ? [coordinates] : coordinates;
  const forme: Forme = {
    type: 'MultiPolygon',
    coordinates: polygones.map((rings) =>
      rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y])),
    ),
  };
  const fault = faultOf(forme);
  return fault === undefined ? forme : refuse(fault);
});
