/** Sign-in, bearer tokens, the session that the shell stands on, sign-out. */
import { codeSchema } from '@octroi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { addressOf } from '#src/platform/http/address.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { demandOwnOrigin, SESSION_COOKIE, setSessionCookie } from '#src/platform/session/session.plugin.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { DEVICE_DAYS } from './devices.repository.ts';
import { readShell, userList } from './people.repository.ts';
import { sessionReply, userReply } from './schemas.ts';
import { checkUser, issueToken, signOut } from './sign-in.service.ts';
import type { Visitor } from './visitor.ts';

export interface SignInOptions {
  db: Database;
  secureCookie: boolean;
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

const credential = z
  .string()
  .min(1, 'Veuillez entrer votre pseudo ou adresse email et votre mot de passe')
  .max(200);

/** Of an account with a second factor; an empty one counts as none. */
const code = z.union([z.literal('').transform(() => undefined), codeSchema]).optional();

const SIGN_IN = '/v2/users/check';
const DEVICE_COOKIE = 'octroi_appareil';

/** Outlives sessions; it opens nothing, and goes nowhere but to the sign-in. */
function setDeviceCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(DEVICE_COOKIE, token, {
    path: SIGN_IN,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: DEVICE_DAYS * 24 * 3600,
  });
}

export function signInRoutes(app: FastifyInstance, { db, secureCookie, demo, tiles }: SignInOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Connexion'];

  routes.post(
    SIGN_IN,
    {
      config: { open: true },
      schema: {
        tags,
        body: z.object({ email: credential, password: credential, code }),
        response: { 200: userReply },
      },
    },
    async (request, reply) => {
      // nobody is signed in by another site's page
      demandOwnOrigin(request);
      const { email, ...given } = request.body;
      const visitor = { ...visitorOf(request), device: request.cookies[DEVICE_COOKIE] };
      const { user, opened } = await checkUser(db, { ...given, login: email.trim() }, visitor);
      if (opened) {
        setSessionCookie(reply, opened.token, secureCookie);
        if (opened.device) setDeviceCookie(reply, opened.device, secureCookie);
      }
      return user;
    },
  );

  routes.post(
    '/login_check',
    {
      config: { open: true },
      schema: {
        tags,
        body: z.object({ username: credential, password: credential, code }),
        response: { 200: z.object({ token: z.string() }) },
      },
    },
    async (request) => {
      const { username, ...given } = request.body;
      return { token: await issueToken(db, { ...given, login: username.trim() }, visitorOf(request)) };
    },
  );

  // whoever's group asks for a second factor must learn that it does, and may leave
  const config = { withoutSecondFactor: true };

  routes.get(
    '/v2/session',
    { config, schema: { tags, response: { 200: sessionReply } } },
    async ({ person }) => {
      const [user, shell] = await Promise.all([
        findRow(db, userList, person.id, { conditions: [] }),
        readShell(db, scopeOf(person)),
      ]);
      if (!user) throw new AppError('session.absente', 'Votre session est terminée. Connectez-vous.');
      const { grants, secondFacteurRequis } = person;
      return { user, permissions: grants, ...shell, demo, tiles, secondFacteurRequis };
    },
  );

  routes.post(
    '/v2/session/logout',
    { config, schema: { tags, response: { 204: z.null() } } },
    async (request, reply) => {
      await signOut(db, request.person, request.id);
      return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send(null);
    },
  );
}
