/** One's own second factor, and its removal for somebody who lost it. */
import { secondFactorEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import { ownAccount } from '../profile/profile.routes.ts';
import type { AccountDependencies } from '../profile/profile.service.ts';
import {
  beginSetup,
  confirmSetup,
  renewRecoveryCodes,
  secondFactorOf,
  withdraw,
  withdrawFrom,
} from './second-factor.service.ts';
import { visitorOf } from '../sign-in/sign-in.routes.ts';

export function secondFactorRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { db } = dependencies;
  const route = routesOf(app, secondFactorEndpoints, ['Profile']);
  // a person whose group requires a second factor must set it up before anything else
  const own = { config: { withoutSecondFactor: true } };

  route('GET /profil/second-facteur', (request) => secondFactorOf(db, ownAccount(request)), own);
  route(
    'POST /profil/second-facteur',
    (request) => beginSetup(dependencies, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/confirmation',
    (request) => confirmSetup(dependencies, ownAccount(request), request.body.code, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/codes',
    (request) =>
      renewRecoveryCodes(dependencies, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route(
    'POST /profil/second-facteur/retrait',
    (request) => withdraw(dependencies, ownAccount(request), request.body.actuel, visitorOf(request)),
    own,
  );
  route('DELETE /users/{id}/second-facteur', ({ person, params, id }) =>
    withdrawFrom(dependencies, person, params.id, id),
  );
}
