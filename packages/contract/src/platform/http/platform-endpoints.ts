/** The calls shared by all domains: jobs, selections, the search box. */
import { z } from 'zod';
import { endpoints, fileReply } from './endpoints.ts';
import { lecturesBody, LINES_TYPE } from './lectures.ts';
import { trouvailleSchema } from '../search/recherche.ts';
import { sauvegardeSchema, sauvegardesSchema } from '../jobs/sauvegardes.ts';
import { wordsSchema } from './schemas.ts';
import { selectionBody, selectionSchema } from '../listing/selections.ts';
import { travailParam, travailSchema } from '../jobs/travaux.ts';

const travail = { params: travailParam, replies: { 200: travailSchema } };

export const travailEndpoints = endpoints({
  'GET /travaux': { replies: { 200: z.object({ data: z.array(travailSchema) }) } },
  'GET /travaux/{travail}': travail,
  'POST /travaux/{travail}/annulation': travail,
  'POST /travaux/{travail}/relance': travail,
});

export const sauvegardeEndpoints = endpoints({
  'GET /sauvegardes': { replies: { 200: sauvegardesSchema } },
  'POST /sauvegardes': { replies: { 202: sauvegardeSchema } },
});

export const selectionEndpoints = endpoints({
  'POST /selections': { body: selectionBody, replies: { 201: selectionSchema } },
});

export const rechercheEndpoints = endpoints({
  'GET /recherche': {
    query: z.object({ q: wordsSchema }),
    replies: { 200: z.object({ data: z.array(trouvailleSchema) }) },
  },
});

export const lectureEndpoints = endpoints({
  'POST /lectures': {
    body: lecturesBody,
    replies: { 200: fileReply([LINES_TYPE], 'Une réponse par ligne, dans l’ordre où elles sont prêtes') },
  },
});
