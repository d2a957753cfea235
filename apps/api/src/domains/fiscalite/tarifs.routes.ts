/** The rates of a place over HTTP: what an enrolment form offers, and what an agent tells of the price. */
import { tarifLieuSchema, tarifsLieuQuery, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { readTarifs } from './tarifs.repository.ts';

export function tarifRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `/v2/${taxes.path}/tarifs`,
    {
      schema: {
        tags: [taxes.label.many],
        querystring: tarifsLieuQuery,
        response: { 200: z.object({ data: z.array(tarifLieuSchema) }) },
      },
    },
    async ({ person, query: { ramification, annee = Number(today().slice(0, 4)) } }) => {
      const entiteId = await entiteOfPlace(db, scopeOf(person), ramification);
      if (entiteId === undefined) throw notFound();
      return { data: await readTarifs(db, { entiteId, ramificationId: ramification, annee }) };
    },
  );
}
