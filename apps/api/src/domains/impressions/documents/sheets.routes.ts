/** Sheets about taxpayers over HTTP (specification 2 sections 2.9 and 7). */
import {
  enrollementReportSchema,
  exportSchema,
  ficheQuerySchema,
  figureQuerySchema,
  idParam,
  releveImpayeBody,
  releveImpayeSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import type { Delivery } from '../exports/delivery.ts';
import { filesOf, leaving, PDF, sendFile, sendMade } from '../file-reply.ts';
import { sheetService, type SheetOptions } from './sheets.service.ts';

interface SheetRoutesOptions extends SheetOptions {
  delivery: Delivery;
}

export function sheetRoutes(
  app: FastifyInstance,
  db: Database,
  { delivery, ...options }: SheetRoutesOptions,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = sheetService(db, options);
  const tags = ['Impressions'];

  routes.get(
    '/v2/contribuables/:id/individuel/pdf',
    { schema: { tags, params: idParam, querystring: ficheQuerySchema, response: { 200: filesOf([PDF]) } } },
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, {
        name: 'Fiche-individuelle.pdf',
        type: PDF,
        content: await service.ficheFile(person, params.id, query.annee, id),
      }),
  );
  routes.get(
    '/v2/contribuables/enrollement/report',
    { schema: { tags, querystring: figureQuerySchema, response: { 200: enrollementReportSchema } } },
    ({ person, query }) => service.enrollements(person, query),
  );
  routes.post(
    '/v2/contribuables/releve-impaye',
    {
      preValidation: async (request) => {
        const { query, body } = request;
        if (typeof (body ?? {}) === 'object' && !Array.isArray(body))
          request.body = { ...(query as object), ...body };
      },
      schema: {
        tags,
        querystring: releveImpayeBody,
        body: releveImpayeBody,
        response: {
          200: {
            description: 'Les relevés, ou combien il y en aurait',
            content: { 'application/json': { schema: releveImpayeSchema }, ...filesOf([PDF]).content },
          },
          202: exportSchema,
        },
      },
    },
    async ({ person, body, id }, reply) =>
      body.generate
        ? sendMade(
            reply,
            await delivery.deliver(person, { sorte: 'releves', demande: body }, id, leaving(reply)),
          )
        : service.impayes(person, body),
  );
}
