/** Sign-in, bearer tokens, the session that the shell stands on, sign-out. */
import { signInEndpoints, tokenBody, tokenSchema } from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { scopeOf } from '#src/platform/access/person.ts';
import { addressOf } from '#src/platform/http/proxy/address.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { deviceCookie, sessionCookie } from '#src/platform/session/cookies.ts';
import { demandOwnOrigin } from '#src/platform/session/session.plugin.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { readAffichage } from '../profile/affichage.repository.ts';
import { DEVICE_DAYS } from './devices.repository.ts';
import type { Means } from '../profile/profile.service.ts';
import { readShell, userList } from '../accounts/people.repository.ts';
import { checkUser, confirm, issueToken, signOut } from './sign-in.service.ts';
import type { Visitor } from './visitor.ts';

export interface SignInOptions extends Means {
  /** Whether people reach the product over HTTPS. */
  https: boolean;
  /** Minutes without a call after which a browser's session ends. */
  idleMinutes: number;
  /** Whether the accounts are those of the demonstration. */
  demo: boolean;
  /** Background of the maps, with what its maker asks to be named by. */
  tiles: { url: string; attribution: string } | null;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: addressOf(request),
  userAgent: request.headers['user-agent'],
  requestId: request.id,
});

export function signInRoutes(
  app: FastifyInstance,
  { https, idleMinutes, demo, tiles, ...means }: SignInOptions,
): void {
  const { db } = means;
  const tags = ['Connexion'];
  const [session, device] = [sessionCookie(https), deviceCookie(https, DEVICE_DAYS)];
  const route = routesOf(app, signInEndpoints, tags);
  const open = { config: { open: true } };
  // whoever has something to do first must learn what it is, and may leave
  const heldBack = { config: { withGivenPassword: true, withoutSecondFactor: true } };

  route(
    'POST /users/check',
    async (request, reply) => {
      // nobody is signed in by another site's page
      demandOwnOrigin(request);
      const { email, ...given } = request.body;
      const visitor = { ...visitorOf(request), device: request.cookies[device.name], idleMinutes };
      const { user, opened } = await checkUser(means, { ...given, login: email.trim() }, visitor);
      if (opened) {
        session.set(reply, opened.token);
        if (opened.device) device.set(reply, opened.device);
      }
      return user;
    },
    open,
  );
  // where other programs have always asked for a token: not below /v2
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/login_check',
      { ...open, schema: { tags, body: tokenBody, response: { 200: tokenSchema } } },
      async (request) => {
        const { username, ...given } = request.body;
        return { token: await issueToken(means, { ...given, login: username.trim() }, visitorOf(request)) };
      },
    );
  route(
    'GET /session',
    async ({ person }) => {
      const [user, shell, affichage] = await Promise.all([
        findRow(db, userList, person.id, { conditions: [] }),
        readShell(db, scopeOf(person)),
        readAffichage(db, person.id),
      ]);
      if (!user) throw new AppError('session.absente', 'Votre session est terminée. Connectez-vous.');
      const { grants, motDePasseDonne, secondFacteurRequis } = person;
      const held = { motDePasseDonne, secondFacteurRequis };
      return { user, permissions: grants, ...shell, affichage, demo, tiles, ...held };
    },
    heldBack,
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
    heldBack,
  );
}
