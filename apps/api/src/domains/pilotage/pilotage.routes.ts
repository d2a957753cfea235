/** Dashboard, statistics, map, pace and their files over HTTP: what prints figures reads them as what shows them. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { carteRoutes } from './carte.routes.ts';
import { carteService } from './carte.service.ts';
import { classeurRoutes } from './classeur.routes.ts';
import { classeurService } from './classeur.service.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { dashboardService } from './dashboard.service.ts';
import { rythmeRoutes } from './rythme.routes.ts';
import { rythmeService } from './rythme.service.ts';
import { statistiqueRoutes } from './statistiques.routes.ts';
import { statistiqueService } from './statistiques.service.ts';

/** @param today the installation's present day */
export function pilotageRoutes(
  app: FastifyInstance,
  db: Database,
  { today, timeZone }: { today: () => string; timeZone: string },
): void {
  const readers = {
    dashboard: dashboardService(db, today),
    statistiques: statistiqueService(db),
    carte: carteService(db, today),
    rythme: rythmeService(db, today),
  };
  dashboardRoutes(app, readers.dashboard);
  statistiqueRoutes(app, readers.statistiques);
  carteRoutes(app, readers.carte);
  rythmeRoutes(app, readers.rythme);
  classeurRoutes(app, classeurService(db, readers, today), timeZone);
}
