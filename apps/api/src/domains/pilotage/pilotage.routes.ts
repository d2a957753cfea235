/** Dashboard, statistics, map and pace over HTTP, with their files: a file is read like its screen. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { carteRoutes } from './carte/carte.routes.ts';
import { carteService } from './carte/carte.service.ts';
import { classeurRoutes } from './classeurs/classeur.routes.ts';
import { classeurService } from './classeurs/classeur.service.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { dashboardService } from './dashboard/dashboard.service.ts';
import { rythmeRoutes } from './rythme/rythme.routes.ts';
import { rythmeService } from './rythme/rythme.service.ts';
import { statistiqueRoutes } from './statistiques/statistiques.routes.ts';
import { statistiqueService } from './statistiques/statistiques.service.ts';

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
