import { simulationSchema, taxeProposalSchema, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { simulateTaxe } from './simulation.service.ts';

export function simulationRoutes(app: FastifyInstance, db: Database): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    `/v2/${taxes.path}/simulation`,
    {
      schema: { tags: [taxes.label.many], body: taxeProposalSchema, response: { 200: simulationSchema } },
    },
    ({ person, body }) => simulateTaxe(db, person, body),
  );
}
