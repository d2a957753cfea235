/** Every call but the declared open ones is made by somebody: the person of a cookie or of a bearer token. */
import fp from 'fastify-plugin';
import type { FastifyRequest } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { sessionCookie } from './cookies.ts';
import { findPerson } from './session.repository.ts';

/** A session ends by the clock, which no snapshot tells: so late at most is it noticed. */
const SESSION_END_MS = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin at which people reach the product: a proxy before it may hand on another `Host`. */
    publicOrigin: string;
  }
  interface FastifyRequest {
    /** The person of the session; present on every route that is not declared open. */
    person: Person;
  }
  interface FastifyContextConfig {
    /** Served without a session. */
    open?: boolean;
    /** Served also to whoever has yet to choose a password in place of the one that somebody else gave. */
    withGivenPassword?: boolean;
    /** Served also to whoever has yet to set up the second factor that its group asks for. */
    withoutSecondFactor?: boolean;
    /** A GET that changes something: for cookie sessions only where the browser says that one of our own pages asks. */
    changes?: boolean;
    /** Served only where the session's person gave the password lately. */
    sensitive?: boolean | undefined;
  }
}

export interface SessionOptions {
  db: Database;
  /** Whether people reach the product over HTTPS. */
  https: boolean;
  /** Minutes without a call after which a browser's session ends. */
  idleMinutes: number;
  /** Where people reach the product. */
  publicUrl: string;
}

/** Addresses of data, as routes declare them; what else is served (pages, health, documentation) is for everybody. */
const GUARDED = /^\/(v2|uploads)\//;

const signedOut = (): AppError =>
  new AppError('session.absente', 'Votre session est terminée ou absente. Connectez-vous.');

function tokenOf(
  request: FastifyRequest,
  name: string,
): { token: string; kind: 'cookie' | 'bearer' } | undefined {
  const { authorization } = request.headers;
  if (authorization?.startsWith('Bearer ')) return { token: authorization.slice(7).trim(), kind: 'bearer' };
  const cookie = request.cookies[name];
  return cookie ? { token: cookie, kind: 'cookie' } : undefined;
}

/** Whether an address is one of ours: at the address that people were given, or at the one that this request came to. */
function isOwn(request: FastifyRequest, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host } = new URL(address);
  return origin === request.server.publicOrigin || host === request.headers.host;
}

/**
 * A cookie travels with any request of the browser; a change must come from our own pages. A GET that changes needs the
 * browser's word for that: a link in a mail sends neither an origin nor a referer.
 * @throws AppError 403
 */
export function demandOwnOrigin(request: FastifyRequest): void {
  const reading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (reading && !request.routeOptions.config.changes) return;
  // a browser that sends no origin with a GET still says which page it comes from
  const from = request.headers.origin ?? request.headers.referer;
  const site = request.headers['sec-fetch-site'];
  const allowed = reading ? ['same-origin'] : ['same-origin', 'none', undefined];
  const foreign =
    (from !== undefined && !isOwn(request, from)) || !allowed.includes(site as string | undefined);
  if (foreign) throw new AppError('origine.refusee', "Cette demande ne vient pas d'une page d'Octroi.");
}

export const sessionPlugin = fp<SessionOptions>(
  async (app, { db, https, idleMinutes, publicUrl }) => {
    const { name } = sessionCookie(https);
    const people = freshCache<Person | undefined>(2000, SESSION_END_MS);
    app.decorate('publicOrigin', new URL(publicUrl).origin);
    app.decorateRequest('person', null as unknown as Person);
    app.addHook('onRequest', async (request) => {
      const { url, config } = request.routeOptions;
      if (!url || !GUARDED.test(url) || config.open) return;
      const found = tokenOf(request, name);
      if (!found) throw signedOut();
      const person = await people.get(db, found.token, () => findPerson(db, found.token, idleMinutes));
      if (!person || person.session.kind !== found.kind) throw signedOut();
      if (found.kind === 'cookie') demandOwnOrigin(request);
      if (person.motDePasseDonne && !config.withGivenPassword)
        throw new AppError(
          'mot-de-passe.donne',
          'Votre mot de passe vous a été donné par quelqu’un d’autre. Choisissez le vôtre pour continuer.',
        );
      if (person.secondFacteurRequis && !config.withoutSecondFactor)
        throw new AppError(
          'second-facteur.requis',
          'Votre groupe exige la vérification en deux étapes. Activez-la pour continuer.',
        );
      if (config.sensitive && !person.session.confirmed)
        throw new AppError(
          'confirmation.requise',
          'Entrez votre mot de passe pour faire cela : il a été donné il y a plus de dix minutes.',
        );
      request.person = person;
    });
  },
  { name: 'session' },
);
