/** Routes of taxes besides the resource: simulation, models, rates at a place, suspensions. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { modeleRoutes } from './modeles.routes.ts';
import { simulationRoutes } from '../tarifs/simulation.routes.ts';
import type { Tarification } from '../tarifs/tarif-commandes.ts';
import { suspensionDocumentRoutes } from '../suspensions/documents.routes.ts';
import { suspensionRoutes } from '../suspensions/suspensions.routes.ts';
import { tarifRoutes } from '../tarifs/tarifs.routes.ts';

export async function taxeRoutes(
  app: FastifyInstance,
  db: Database,
  {
    today,
    files,
    spool,
    ...tarification
  }: Tarification & { today: () => string; files: FileStore; spool: Spool },
): Promise<void> {
  simulationRoutes(app, db);
  modeleRoutes(app, db, { today, ...tarification });
  tarifRoutes(app, db, today);
  suspensionRoutes(app, db, tarification);
  await suspensionDocumentRoutes(app, db, { files, spool });
}
