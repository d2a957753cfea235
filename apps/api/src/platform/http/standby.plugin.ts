/**
 * Who asks which server, where the database has a standby. Routes that say so are answered by the standby; what the
 * primary tells a browser is dated, and no later answer to that browser is older.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '#src/platform/database/database.ts';
import { type Position, type Standby, standbyOf } from '#src/platform/database/standby/standby.ts';
import { isFromStandby } from '#src/platform/database/standby/two-servers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    standby: Standby | undefined;
  }
  interface FastifyRequest {
    /** Whether the standby has answered it. */
    answeredByStandby: boolean;
  }
  interface FastifyContextConfig {
    /** Only reads, and may be answered by a standby. */
    reads?: boolean;
  }
}

/** Routes that a standby may answer: what they do writes nothing. */
export const READS = { config: { reads: true } } as const;

const COOKIE = 'octroi_position';
/** Longer than a standby that is asked may be behind; seconds. */
const KEPT = 60;
/** Ahead of whatever any server has written. */
const UNKNOWN: Position = 'FFFFFFFF/FFFFFFFF';

/** Runs what answers a request, on the server that may answer it. */
export function answerOf(request: FastifyRequest, answer: () => unknown): unknown {
  const { standby } = request.server;
  // a program keeps no cookies: it is answered by the primary, and so sees what it has written
  const reads = request.routeOptions.config.reads && request.person.session.kind === 'cookie';
  if (!standby || !reads) return answer();
  return standby.read(request.cookies[COOKIE], async () => {
    request.answeredByStandby = isFromStandby();
    return answer();
  });
}

async function date(standby: Standby, reply: FastifyReply, https: boolean): Promise<void> {
  // what is not known to have come from before is taken for newer than anything: the primary goes on to answer
  const position = await standby.position().catch(() => UNKNOWN);
  reply.setCookie(COOKIE, position, {
    path: '/v2',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    maxAge: KEPT,
  });
}

export const standbyPlugin = fp<{ db: Database; https: boolean }>(
  async (app, { db, https }) => {
    const standby = standbyOf(db);
    app.decorate('standby', standby);
    app.decorateRequest('answeredByStandby', false);
    if (!standby) return;
    app.addHook('onSend', async (request, reply) => {
      const { person } = request as Partial<FastifyRequest>;
      if (person?.session.kind === 'cookie' && !request.answeredByStandby) await date(standby, reply, https);
    });
  },
  { name: 'standby' },
);
