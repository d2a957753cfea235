/** All requests to the server. */
import type { Problem } from '@octroi/contract/platform/http/schemas';

/** A refusal with the server's message; `status` 0: no answer. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** Milliseconds to wait before a retry, as the server asked. */
  readonly retryAfter: number;
  constructor(status: number, code: string, message: string, retryAfter = 0) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

interface CallOptions {
  method?: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Timeout in milliseconds, for a connection without answers. */
  patience?: number;
}

const UNREACHED = 'Le serveur n’a pas répondu : le réseau manque, ou est trop faible.';

/** @throws {CallError} */
export async function call<Reply>(
  address: string,
  { method = 'GET', token, headers = {}, body, patience = 60_000 }: CallOptions = {},
): Promise<Reply> {
  let reply: Response;
  let text: string;
  // Chrome before 103 lacks `AbortSignal.timeout`
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), patience);
  try {
    reply = await fetch(address, {
      method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: body ?? null,
      // the same browser may have a back-office session, which is not the agent's
      credentials: 'omit',
      cache: 'no-store',
      signal: aborting.signal,
    });
    text = await reply.text();
  } catch {
    throw new CallError(0, 'reseau', UNREACHED);
  } finally {
    clearTimeout(timer);
  }
  let content: unknown;
  try {
    content = text ? (JSON.parse(text) as unknown) : null;
  } catch {
    // a hotspot's page instead of the server
    throw new CallError(0, 'reseau', UNREACHED);
  }
  if (reply.ok) return content as Reply;
  const { code = 'serveur.erreur', message = UNREACHED } = (content ?? {}) as Partial<Problem>;
  const after = Number(reply.headers.get('retry-after'));
  throw new CallError(reply.status, code, message, Number.isFinite(after) ? after * 1000 : 0);
}

export const json = (body: unknown): Pick<CallOptions, 'method' | 'headers' | 'body'> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
