/** Identifies the person of each request by a cookie or a bearer token, except on open routes. */
import fp from 'fastify-plugin';
import type { FastifyRequest } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { sessionCookie } from './cookies.ts';
import { findPerson } from './session.repository.ts';

/** Maximum delay in noticing the end of a session, which no snapshot shows since it depends on the time. */
const SESSION_END_MS = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Public origin of the product: a proxy may send another `Host`. */
    publicOrigin: string;
  }
  interface FastifyRequest {
    /** The person of the session; set on every route that is not open. */
    person: Person;
  }
  interface FastifyContextConfig {
    /** Served without a session. */
    open?: boolean;
    /** Also for a person who must first replace a password set by somebody else. */
    withGivenPassword?: boolean;
    /** Also for a person who must first set up the second factor required by the group. */
    withoutSecondFactor?: boolean;
    /** A GET that changes something: with a cookie, only if the browser says that it comes from our own page. */
    changes?: boolean;
    /** Only if the password was entered recently in this session. */
    sensitive?: boolean | undefined;
  }
}

export interface SessionOptions {
  db: Database;
  /** Whether the product is reached over HTTPS. */
  https: boolean;
  /** Minutes without a request after which a browser's session ends. */
  idleMinutes: number;
  /** Public URL of the product. */
  publicUrl: string;
}

/** Addresses that need a session; pages, health checks and documentation are public. */
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

/** Whether an address is ours: that of the public URL, or the host of this request. */
function isOwn(request: FastifyRequest, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host } = new URL(address);
  return origin === request.server.publicOrigin || host === request.headers.host;
}

/**
 * A browser sends the cookie with any request, so a change must come from our own pages. A GET that changes needs
 * `Sec-Fetch-Site`: a link in a mail sends neither origin nor referer.
 * @throws AppError 403
 */
export function demandOwnOrigin(request: FastifyRequest): void {
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (isReading && !request.routeOptions.config.changes) return;
  // a browser that sends no origin with a GET still sends the referer
  const from = request.headers.origin ?? request.headers.referer;
  const site = request.headers['sec-fetch-site'];
  const allowed = isReading ? ['same-origin'] : ['same-origin', 'none', undefined];
  const isForeign =
    (from !== undefined && !isOwn(request, from)) || !allowed.includes(site as string | undefined);
  if (isForeign) throw new AppError('origine.refusee', "Cette demande ne vient pas d'une page d'Octroi.");
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
