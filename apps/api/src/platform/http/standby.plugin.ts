/**
 * Chooses the connections of a request. Routes that only read have connections of their own, or the standby's if there is one;
 * each reply from the primary stores its position in a cookie, so that later replies to the same browser are never
 * older.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { asAct, type Act } from '#src/platform/act.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type Position, type Standby, standbyOf } from '#src/platform/database/standby/standby.ts';
import { isFromStandby, onReads } from '#src/platform/database/standby/pools.ts';
import { abandonSignal, whileAwaited } from '#src/platform/waiting.ts';

declare module 'fastify' {
  interface FastifyInstance {
    standby: Standby | undefined;
  }
  interface FastifyRequest {
    /** Whether the standby has answered. */
    answeredByStandby: boolean;
    /** What the handler of a route that may write does; undefined before it, and for one that only reads. */
    act: Act | undefined;
  }
  interface FastifyContextConfig {
    /** Only reads, so that a standby may answer. */
    reads?: boolean;
    /** Gives a file: whoever does not get it asks for it again, though it is journaled. */
    givesFile?: boolean;
  }
}

/** For routes that write nothing: a standby may answer them, and they are cut off when they take too long. */
export const READS = { config: { reads: true } } as const;

const COOKIE = 'octroi_position';
/** Seconds; longer than the maximum delay of a standby in use. */
const COOKIE_SECONDS = 60;
/** Later than any position written by a server. */
const UNKNOWN: Position = 'FFFFFFFF/FFFFFFFF';

/** Runs a request's handler on the connections that may answer it, and notes whether it stores something. */
export function answerOf(request: FastifyRequest, answer: () => unknown): unknown {
  const { standby } = request.server;
  const { reads, givesFile } = request.routeOptions.config;
  if (!reads) return givesFile ? answer() : asAct((request.act = { hasStored: false }), answer);
  // programs keep no cookies: the primary answers them, so that they see what they wrote
  const onPrimaryReads = <Result>(work: () => Result): Promise<Awaited<Result>> =>
    // a reading inside another request is awaited as long as that one is
    whileAwaited(abandonSignal() ?? request.signal, () =>
      onReads(`${request.person.id} ${request.url}`, work),
    );
  if (!standby || request.person.session.kind !== 'cookie') return onPrimaryReads(answer);
  const answerFromEither = async (): Promise<unknown> => {
    request.answeredByStandby = isFromStandby();
    return answer();
  };
  return standby.read(request.cookies[COOKIE], answerFromEither, onPrimaryReads);
}

async function setPositionCookie(standby: Standby, reply: FastifyReply, https: boolean): Promise<void> {
  // an unknown position counts as later than any: the primary keeps answering
  const position = await standby.position().catch(() => UNKNOWN);
  reply.setCookie(COOKIE, position, {
    path: '/v2',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    maxAge: COOKIE_SECONDS,
  });
}

export const standbyPlugin = fp<{ db: Database; https: boolean }>(
  async (app, { db, https }) => {
    const standby = standbyOf(db);
    app.decorate('standby', standby);
    app.decorateRequest('answeredByStandby', false);
    app.decorateRequest('act', undefined);
    if (!standby) return;
    app.addHook('onSend', async (request, reply) => {
      const { person } = request as Partial<FastifyRequest>;
      if (person?.session.kind === 'cookie' && !request.answeredByStandby)
        await setPositionCookie(standby, reply, https);
    });
  },
  { name: 'standby' },
);
