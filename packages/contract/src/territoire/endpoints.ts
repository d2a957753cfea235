/** The calls of the territory (specification 1 section 7). */
import { endpoints } from '../platform/http/endpoints.ts';
import { idParam } from '../platform/http/schemas.ts';
import { arbreQuerySchema, arbreSchema } from './arbre.ts';
import { contourBody, contourImporteSchema } from './contour.ts';
import { planSchema } from './plan.ts';

export const arbreEndpoints = endpoints({
  'GET /ramifications/arbre': { query: arbreQuerySchema, replies: { 200: arbreSchema } },
});

export const contourEndpoints = endpoints({
  'GET /ramifications/{id}/contour': { params: idParam, replies: { 200: contourImporteSchema } },
  'PUT /ramifications/{id}/contour': {
    params: idParam,
    body: contourBody,
    replies: { 200: contourImporteSchema },
    versioned: true,
  },
  'DELETE /ramifications/{id}/contour': {
    params: idParam,
    replies: { 200: contourImporteSchema },
    versioned: true,
  },
});

export const planEndpoints = endpoints({
  'POST /ramifications/plan': {
    upload:
      'Un fichier CSV, XLSX, GeoJSON ou un texte indenté de 20 Mo et 5 000 lieux au plus dans une partie `fichier` ; la collectivité dans `entite`, `essai` (1 montre, 0 écrit), et dans `niveaux` les identifiants des types employés, séparés par des virgules.',
    replies: { 200: planSchema },
  },
});

export const territoireEndpoints = { ...arbreEndpoints, ...contourEndpoints, ...planEndpoints };
