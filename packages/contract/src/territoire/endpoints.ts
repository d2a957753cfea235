/** The calls of the territory (specification 1 section 7). */
import { endpoints } from '../endpoints.ts';
import { idParam } from '../schemas.ts';
import { arbreQuerySchema, arbreSchema } from './arbre.ts';
import { contourBody, contourImporteSchema } from './contour.ts';

export const arbreEndpoints = endpoints({
  'GET /ramifications/arbre': { query: arbreQuerySchema, replies: { 200: arbreSchema } },
});

export const contourEndpoints = endpoints({
  'GET /ramifications/{id}/contour': { params: idParam, replies: { 200: contourImporteSchema } },
  'PUT /ramifications/{id}/contour': {
    params: idParam,
    body: contourBody,
    replies: { 200: contourImporteSchema },
  },
  'DELETE /ramifications/{id}/contour': { params: idParam, replies: { 200: contourImporteSchema } },
});

export const territoireEndpoints = { ...arbreEndpoints, ...contourEndpoints };
