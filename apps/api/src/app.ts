/** Puts the application together: the platform, then each domain's routes. Nothing is decided here. */
import { todayIn } from '@octroi/contract';
import { AGENT_GRANTS, signInRoutes, userRoutes, viewRoutes } from '#src/domains/administration/index.ts';
import { contribuableRoutes } from '#src/domains/contribuables/index.ts';
import { fiscaliteResources } from '#src/domains/fiscalite/index.ts';
import { paiementsResources, transactionRoutes } from '#src/domains/paiements/index.ts';
import { dashboardRoutes } from '#src/domains/pilotage/index.ts';
import { territoireResources } from '#src/domains/territoire/index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ping } from '#src/platform/database/facts.ts';
import { healthRoutes } from '#src/platform/http/health.routes.ts';
import { createServer, type ServerOptions } from '#src/platform/http/server.ts';
import { serveWeb } from '#src/platform/http/web.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { selectionRoutes } from '#src/platform/listing/selection.routes.ts';
import { resourceRoutes } from '#src/platform/resource/resource.routes.ts';
import { sessionPlugin } from '#src/platform/session/session.plugin.ts';

export interface AppOptions extends ServerOptions {
  db: Database;
  /** The installation's time zone, as the database keeps it. */
  timeZone: string;
  secureCookie: boolean;
  demo: boolean;
  /** Folder of the built web application. */
  webFolder: string;
}

export async function buildApp({ db, timeZone, secureCookie, demo, webFolder, ...options }: AppOptions) {
  const app = await createServer(options);
  const today = () => todayIn(timeZone);
  const selectables: Selectables = new Map();

  await app.register(sessionPlugin, { db, agentGrants: AGENT_GRANTS });
  healthRoutes(app, () => ping(db));
  signInRoutes(app, { db, secureCookie, demo });
  userRoutes(app, db);
  viewRoutes(app, db);
  selectionRoutes(app, db, selectables);
  for (const declaration of [...territoireResources, ...fiscaliteResources, ...paiementsResources])
    resourceRoutes(app, db, declaration, selectables);
  dashboardRoutes(app, db, today);
  contribuableRoutes(app, db, today, selectables);
  transactionRoutes(app, db);
  await serveWeb(app, webFolder);
  return app;
}
