/** Taxes beside their plain list: what one would bring, models to take over, rates at a place. */
import type { FastifyInstance } from 'fastify';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { modeleRoutes } from './modeles.routes.ts';
import { simulationRoutes } from './simulation.routes.ts';
import { tarifRoutes } from './tarifs.routes.ts';

export function taxeRoutes(
  app: FastifyInstance,
  db: Database,
  { today, approbations }: { today: () => string; approbations: Approbations },
): void {
  simulationRoutes(app, db);
  modeleRoutes(app, db, { today, approbations });
  tarifRoutes(app, db, today);
}
