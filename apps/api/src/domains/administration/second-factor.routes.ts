/** One's own second factor, and its withdrawal from somebody who lost it. */
import { secondFactorEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { ownAccount } from './profile.routes.ts';
import {
  beginSetup,
  confirmSetup,
  renewRecoveryCodes,
  secondFactorOf,
  withdraw,
  withdrawFrom,
} from './second-factor.service.ts';

export function secondFactorRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, secondFactorEndpoints, ['Profile']);
  // whoever's group asks for a second factor comes here before anything else
  const own = { config: { withoutSecondFactor: true } };

  route('GET /profil/second-facteur', (request) => secondFactorOf(db, ownAccount(request)), own);
  route(
    'POST /profil/second-facteur',
    (request) => beginSetup(db, ownAccount(request), request.body.actuel),
    own,
  );
  route(
    'POST /profil/second-facteur/confirmation',
    (request) => confirmSetup(db, ownAccount(request), request.body.code, request.id),
    own,
  );
  route(
    'POST /profil/second-facteur/codes',
    (request) => renewRecoveryCodes(db, ownAccount(request), request.body.actuel, request.id),
    own,
  );
  route(
    'POST /profil/second-facteur/retrait',
    (request) => withdraw(db, ownAccount(request), request.body.actuel, request.id),
    own,
  );
  route('DELETE /users/{id}/second-facteur', ({ person, params, id }) =>
    withdrawFrom(db, person, params.id, id),
  );
}
