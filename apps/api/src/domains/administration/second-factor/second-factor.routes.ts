/** One's own second factor, and its withdrawal from somebody who lost it. */
import { secondFactorEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import { ownAccount } from '../profile/profile.routes.ts';
import type { Means } from '../profile/profile.service.ts';
import {
  beginSetup,
  confirmSetup,
  renewRecoveryCodes,
  secondFactorOf,
  withdraw,
  withdrawFrom,
} from './second-factor.service.ts';
import { visitorOf } from '../sign-in/sign-in.routes.ts';

export function secondFactorRoutes(app: FastifyInstance, means: Means): void {
  const { db } = means;
  const route = routesOf(app, secondFactorEndpoints, ['Profile']);
  // whoever's group asks for a second factor comes here before anything else
  const own = { config: { withoutSecondFactor: true } };

  route('GET /profil/second-facteur', (request) => secondFactorOf(db, ownAccount(request)), own);
  route(
    'POST /profil/second-facteur',
    (request) => beginSetup(means, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/confirmation',
    (request) => confirmSetup(means, ownAccount(request), request.body.code, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/codes',
    (request) => renewRecoveryCodes(means, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/retrait',
    (request) => withdraw(means, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route('DELETE /users/{id}/second-facteur', ({ person, params, id }) =>
    withdrawFrom(means, person, params.id, id),
  );
}
