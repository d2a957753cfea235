/** Several readings in one request: each passes through its own route, with its session, rights and limits. */
import { Readable } from 'node:stream';
import { type Lecture, lectureEndpoints, LINES_TYPE } from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whileAwaited } from '#src/platform/waiting.ts';
import { routesOf } from './routes.ts';

/** Readings under way at a time for one request: as many as a browser sends to one server. */
const LANES = 6;

/** Headers about the body of the outer request or of its reply, which a reading does not have. */
const OF_BODIES = new Set([
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
]);

/** Sends one reading to its route. @returns its line of the reply */
async function read(
  app: FastifyInstance,
  { headers, raw }: FastifyRequest,
  { appel, query }: Lecture,
  rang: number,
): Promise<string> {
  const { statusCode, payload } = await app.inject({
    method: 'GET',
    url: `${appel.replace('GET ', '/v2')}?${query}`,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_BODIES.has(name))),
    remoteAddress: raw.socket.remoteAddress ?? '',
  });
  // JSON has line breaks between its values only: within a text they are escaped
  return `{"rang":${rang},"statut":${statusCode},"reponse":${payload.replaceAll('\n', ' ')}}\n`;
}

/** The results of some works, in the order in which they are ready; a few are under way at a time. */
export async function* asReady<Result>(works: readonly (() => Promise<Result>)[], lanes: number) {
  const waiting = works.entries();
  const running = new Map<number, Promise<readonly [place: number, result: Result]>>();
  const start = (): void => {
    const { value } = waiting.next();
    if (!value) return;
    const [place, work] = value;
    const result = work().then((result) => [place, result] as const);
    // whoever waits hears of a failure; once the caller has gone, nobody does
    result.catch(() => undefined);
    running.set(place, result);
  };
  for (let lane = 0; lane < lanes; lane++) start();
  while (running.size > 0) {
    const [place, result] = await Promise.race(running.values());
    running.delete(place);
    start();
    yield result;
  }
}

export function lectureRoutes(app: FastifyInstance): void {
  const route = routesOf(app, lectureEndpoints, ['Lectures']);
  route('POST /lectures', (request, reply) => {
    // a client that goes away ends the stream: what has not started is not read, what has is abandoned
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const works = request.body.lectures.map(
      (lecture, rang) => () => whileAwaited(leaving.signal, () => read(app, request, lecture, rang)),
    );
    return reply.type(`${LINES_TYPE}; charset=utf-8`).send(Readable.from(asReady(works, LANES)));
  });
}
