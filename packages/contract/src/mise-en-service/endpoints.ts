import { endpoints } from '../platform/http/endpoints.ts';
import { etatQuery, etatSchema } from './etat.ts';

export const miseEnServiceEndpoints = endpoints({
  'GET /mise-en-service': { query: etatQuery, replies: { 200: etatSchema } },
});
