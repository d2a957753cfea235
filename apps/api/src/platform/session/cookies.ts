/** The cookies of a browser: names, scope and lifetimes. */
import type { FastifyReply } from 'fastify';

/** A session ends this long after it was opened; a browser's also after this long without use. */
export const SESSION_HOURS = 12;
export const IDLE_MINUTES = 120;

interface Cookie {
  name: string;
  set: (reply: FastifyReply, token: string) => void;
  clear: (reply: FastifyReply) => void;
}

function cookie(
  name: string,
  { secure, path, seconds }: { secure: boolean; path: string; seconds: number },
): Cookie {
  const bounds = { path, httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    name,
    set: (reply, token) => void reply.setCookie(name, token, { ...bounds, maxAge: seconds }),
    clear: (reply) => void reply.clearCookie(name, bounds),
  };
}

/**
 * The session cookie. Over HTTPS its prefix makes browsers reject one set by another host or path.
 * @param https whether the product is reached over HTTPS; such cookies work only there
 */
export const sessionCookie = (https: boolean): Cookie =>
  cookie(https ? '__Host-octroi_session' : 'octroi_session', {
    secure: https,
    path: '/',
    seconds: SESSION_HOURS * 3600,
  });

/**
 * Recognises a browser that signed in before: it outlives sessions, grants nothing, and is sent only to the sign-in.
 */
export const deviceCookie = (https: boolean, days: number): Cookie =>
  cookie(https ? '__Secure-octroi_appareil' : 'octroi_appareil', {
    secure: https,
    path: '/v2/users/check',
    seconds: days * 24 * 3600,
  });
