/** The territory beside its plain lists. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { arbreRoutes } from './arbre.routes.ts';
import { contourRoutes } from './contour.routes.ts';
import { planRoutes } from './plan.routes.ts';

export async function territoireRoutes(
  app: FastifyInstance,
  db: Database,
  options: { spool: Spool },
): Promise<void> {
  arbreRoutes(app, db);
  contourRoutes(app, db);
  await planRoutes(app, db, options);
}
