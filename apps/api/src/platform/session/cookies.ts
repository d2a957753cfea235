/** The cookies of a browser that signs in: what they are called, and how narrowly they travel. */
import type { FastifyReply } from 'fastify';

/** A session ends so long after it was opened, and a browser's once it was not used for so long. */
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
 * The session's. Over HTTPS its prefix tells browsers that no other host and no other path may have set it.
 * @param https whether people reach the product over HTTPS: a browser takes such cookies from nowhere else
 */
export const sessionCookie = (https: boolean): Cookie =>
  cookie(https ? '__Host-octroi_session' : 'octroi_session', {
    secure: https,
    path: '/',
    seconds: SESSION_HOURS * 3600,
  });

/** That of a browser which signed in before: it outlives sessions, opens nothing, and goes nowhere but to the sign-in. */
export const deviceCookie = (https: boolean, days: number): Cookie =>
  cookie(https ? '__Secure-octroi_appareil' : 'octroi_appareil', {
    secure: https,
    path: '/v2/users/check',
    seconds: days * 24 * 3600,
  });
