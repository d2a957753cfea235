/** The calls of the territory (specification 1 section 7). */
import { endpoints } from '../endpoints.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';
import { arbreQuerySchema, arbreSchema } from './arbre.ts';
import { entites } from './entites.ts';
import { ramifications } from './ramifications.ts';
import { typeRamifications } from './type-ramifications.ts';
import { villes } from './villes.ts';

export const arbreEndpoints = endpoints({
  'GET /ramifications/arbre': { query: arbreQuerySchema, replies: { 200: arbreSchema } },
});

export const territoireEndpoints = {
  ...resourceEndpoints(entites),
  ...resourceEndpoints(ramifications),
  ...resourceEndpoints(typeRamifications),
  ...resourceEndpoints(villes),
  ...arbreEndpoints,
};
