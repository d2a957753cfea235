/** Routes of taxes besides the resource: simulation, models, rates at a place, suspensions. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { modeleRoutes } from './modeles.routes.ts';
import { simulationRoutes } from '../tarifs/simulation.routes.ts';
import type { Tarification } from '../tarifs/tarif-commandes.ts';
import { suspensionRoutes } from '../suspensions/suspensions.routes.ts';
import { tarifRoutes } from '../tarifs/tarifs.routes.ts';

export function taxeRoutes(
  app: FastifyInstance,
  db: Database,
  { today, ...tarification }: Tarification & { today: () => string },
): void {
  simulationRoutes(app, db);
  modeleRoutes(app, db, { today, ...tarification });
  tarifRoutes(app, db, today);
  suspensionRoutes(app, db, tarification);
}
