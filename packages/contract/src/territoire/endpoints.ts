/** The calls of the territory (specification 1 section 7). */
import { endpoints } from '../endpoints.ts';
import { arbreQuerySchema, arbreSchema } from './arbre.ts';

export const arbreEndpoints = endpoints({
  'GET /ramifications/arbre': { query: arbreQuerySchema, replies: { 200: arbreSchema } },
});
