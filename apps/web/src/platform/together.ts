/**
 * Reads the calls that one screen makes at the same moment in one request, each shown as soon as its reply arrives. The
 * cache keys are those of single calls, so that a screen which reads one of them alone shares its reply.
 */
import type { LectureAddress, LectureReply, Lecture } from '@octroi/contract/platform/http/lectures';
import { queryOptions } from '@tanstack/react-query';
import { type Parts, queryText, refusalOf, send, sendForStream, unanswered } from './api.ts';
import { type Args, callKey, type Reply } from './call.ts';

interface Pending {
  address: LectureAddress;
  parts: Parts;
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
}

/** As many as the server takes at once. */
const MOST: number = 40;
let pending: Pending[] = [];

/** Lines of a reply while it arrives. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** One request for several readings; those without an answer fail like a single call. */
async function readAll(readings: readonly Pending[]): Promise<void> {
  const open = new Map(readings.entries());
  try {
    const lectures = readings.map(({ address, parts }): Lecture => ({
      appel: address,
      query: queryText(parts.query),
    }));
    const response = await sendForStream('POST /lectures', { body: { lectures } });
    for await (const line of linesOf(response)) {
      const { rang, statut, reponse } = JSON.parse(line) as LectureReply;
      const reading = open.get(rang);
      open.delete(rang);
      if (statut < 400) reading?.resolve(reponse);
      else reading?.reject(refusalOf(statut, reponse));
    }
    for (const { reject } of open.values()) reject(unanswered());
  } catch (error) {
    const failure = error instanceof Error && error.name === 'ApiError' ? error : unanswered();
    for (const { reject } of open.values()) reject(failure);
  }
}

function flush(): void {
  const readings = pending.splice(0, MOST);
  const [only, ...others] = readings;
  if (!only) return;
  if (others.length === 0) void send(only.address, only.parts).then(only.resolve, only.reject);
  else void readAll(readings);
  flush();
}

/** The same as `call`, together with the other readings of this moment. @throws ApiError */
export function callTogether<A extends LectureAddress>(address: A, ...[request]: Args<A>): Promise<Reply<A>> {
  return new Promise((resolve, reject) => {
    if (pending.length === 0) setTimeout(flush);
    pending.push({
      address,
      parts: (request ?? {}) as Parts,
      resolve: resolve as Pending['resolve'],
      reject,
    });
  });
}

/** The same as `queryFor`, together with the other readings of this moment. */
export const queryTogether = <A extends LectureAddress>(address: A, ...args: Args<A>) =>
  queryOptions({
    queryKey: callKey(address, ...args),
    queryFn: () => callTogether(address, ...args),
  });
