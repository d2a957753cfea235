/** Sign-in, bearer tokens, the session that the shell stands on, sign-out. */
import { signInEndpoints, tokenBody, tokenSchema } from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type FactConditions, readFacts } from '#src/platform/access/facts.repository.ts';
import { scopeOf } from '#src/platform/access/person.ts';
import { addressOf } from '#src/platform/http/proxy/address.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { deviceCookie, sessionCookie } from '#src/platform/session/cookies.ts';
import { demandOwnOrigin } from '#src/platform/session/session.plugin.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { readAffichage } from '../profile/affichage.repository.ts';
import { DEVICE_DAYS } from './devices.repository.ts';
import type { AccountDependencies } from '../profile/profile.service.ts';
import { readShell, userList } from '../accounts/people.repository.ts';
import { checkUser, confirm, issueToken, signOut } from './sign-in.service.ts';
import type { Visitor } from './visitor.ts';

export interface SignInOptions extends AccountDependencies {
  /** Whether browsers reach the product over HTTPS. */
  https: boolean;
  /** Minutes without a request after which a browser's session ends. */
  idleMinutes: number;
  /** Whether the demonstration's accounts are installed. */
  demo: boolean;
  /** Map background, with the attribution that its provider requires. */
  tiles: { url: string; attribution: string } | null;
  /** What the domains say of a person's collectivités. */
  facts: FactConditions;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: addressOf(request),
  userAgent: request.headers['user-agent'],
  requestId: request.id,
});

export function signInRoutes(
  app: FastifyInstance,
  { https, idleMinutes, demo, tiles, facts, ...dependencies }: SignInOptions,
): void {
  const { db } = dependencies;
  const tags = ['Connexion'];
  const [session, device] = [sessionCookie(https), deviceCookie(https, DEVICE_DAYS)];
  const route = routesOf(app, signInEndpoints, tags);
  const open = { config: { open: true } };
  // a person who must first change the password or set up a second factor may still read this and sign out
  const restricted = { config: { withGivenPassword: true, withoutSecondFactor: true } };

  route(
    'POST /users/check',
    async (request, reply) => {
      // other sites must not sign anybody in (login CSRF)
      demandOwnOrigin(request);
      const { email, ...passwords } = request.body;
      const visitor = { ...visitorOf(request), device: request.cookies[device.name], idleMinutes };
      const { user, opened } = await checkUser(dependencies, { ...passwords, login: email.trim() }, visitor);
      if (opened) {
        session.set(reply, opened.token);
        if (opened.device) device.set(reply, opened.device);
      }
      return user;
    },
    open,
  );
  // other programs request tokens at this address, outside /v2
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/login_check',
      { ...open, schema: { tags, body: tokenBody, response: { 200: tokenSchema } } },
      async (request) => {
        const { username, ...credentials } = request.body;
        return {
          token: await issueToken(
            dependencies,
            { ...credentials, login: username.trim() },
            visitorOf(request),
          ),
        };
      },
    );
  route(
    'GET /session',
    async ({ person }) => {
      const [user, shell, affichage, faits] = await Promise.all([
        findRow(db, userList, person.id, { conditions: [] }),
        readShell(db, scopeOf(person)),
        readAffichage(db, person.id),
        readFacts(db, person, facts),
      ]);
      if (!user) throw new AppError('session.absente', 'Votre session est terminée. Connectez-vous.');
      const { grants, motDePasseDonne, secondFacteurRequis } = person;
      const restrictions = { motDePasseDonne, secondFacteurRequis };
      return { user, permissions: grants, faits, ...shell, affichage, demo, tiles, ...restrictions };
    },
    restricted,
  );
  route('POST /session/confirmation', (request) =>
    confirm(db, request.person, request.body.actuel, visitorOf(request)),
  );
  route(
    'POST /session/logout',
    async ({ person, id }, reply) => {
      await signOut(db, person, id);
      session.clear(reply);
    },
    restricted,
  );
}
