/** Limits of an outline file; apart from the schemas, so that screens do not load zod. */
export const MAX_CONTOUR_POINTS = 5000;
/** Largest request body. */
export const MAX_CONTOUR_BYTES = 1024 * 1024;
export const CONTOUR_KINDS = '.geojson,.json,application/geo+json,application/json';

export const CONTOUR_MESSAGES = {
  autreChose: 'Ce fichier n’est pas un contour GeoJSON : un Polygon ou un MultiPolygon, seul, est attendu.',
  anneau: 'Chaque ligne du contour doit compter trois points au moins et revenir à son départ.',
  horsDuGlobe:
    'Les positions doivent être en degrés (WGS84), la longitude entre -180 et 180 puis la latitude entre -90 et 90.',
  tropDePoints: 'Un contour compte 5 000 points au plus : simplifiez-le.',
  tropGrand: 'Un fichier de contour fait 1 Mo au plus.',
} as const;
