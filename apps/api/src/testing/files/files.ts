/** Binary files downloaded through the API. */
import type { InjectOptions } from 'fastify';
import { type Account, PASSWORD, type testApp } from '../app.ts';

type Octroi = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'nobody'>;

/** Downloads a file as an account. */
export async function fileOf(
  { app, nobody }: Octroi,
  account: Account,
  url: string,
  payload?: object,
): Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }> {
  const login = { username: account, password: PASSWORD };
  const { body } = await nobody.send<{ token: string }>('POST', '/login_check', login);
  const headers = { authorization: `Bearer ${body.token}` };
  const request: InjectOptions = payload
    ? { method: 'POST', url, headers, payload }
    : { method: 'GET', url, headers };
  const reply = await app.inject(request);
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers };
}
