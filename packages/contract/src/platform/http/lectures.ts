/**
 * Several readings in one request (docs/adr/0091-plusieurs-lectures-en-un-appel.md): each is answered by its own route,
 * with its rights, and its reply is sent as soon as it is ready.
 */
import { z } from 'zod';

/** The calls that may be read together: GET, without parameters in their address, and cheap. */
export const LECTURES = [
  'GET /a_eclaircir/totaux',
  'GET /appareils',
  'GET /approbations/attente',
  'GET /cas_terrain/totaux',
  'GET /contribuables',
  'GET /dashboard/by-entite',
  'GET /detentions',
  'GET /ecarts/totaux',
  'GET /enrollements',
  'GET /moyen_paiements',
  'GET /notes/a-faire',
  'GET /statistiques/agents',
  'GET /statistiques/rythme',
  'GET /statistiques/transactions/moyen-par-paiement',
  'GET /tournees',
  'GET /transactions/totaux',
  'GET /ventes_valeurs/totaux',
  'GET /versements/totaux',
] as const;
export type LectureAddress = (typeof LECTURES)[number];

/** Readings of one request. */
export const MAX_LECTURES = 40;

export const lecturesBody = z.object({
  lectures: z
    .array(
      z.object({
        appel: z.enum(LECTURES),
        /** Its parameters, as in an address, without the question mark. */
        query: z.string().max(4000).default(''),
      }),
    )
    .min(1, 'Demandez au moins une lecture')
    .max(MAX_LECTURES, `Demandez ${MAX_LECTURES} lectures à la fois au plus`),
});
export type Lecture = z.infer<typeof lecturesBody>['lectures'][number];

/** One line of the reply; the lines come in the order in which the readings are ready. */
export interface LectureReply {
  /** Place of the reading in the request, from 0. */
  rang: number;
  statut: number;
  /** The reply of the call, or its problem. */
  reponse: unknown;
}

/** One JSON object a line. */
export const LINES_TYPE = 'application/x-ndjson';
