import { taxeEndpoints, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { simulateTaxe } from './simulation.service.ts';

export function simulationRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, taxeEndpoints, [taxes.label.many]);
  route('POST /entite_taxes/simulation', ({ person, body }) => simulateTaxe(db, person, body));
}
