import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { orangeGateway } from './orange.ts';

interface Call {
  url: string;
  authorization: string | undefined;
  body: string;
}
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** @param status of the replies to messages, in turn; 0: connection closed */
async function orange(statuses: number[], tokenStatus = 200) {
  const calls: Call[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request;
    calls.push({ url, authorization: headers.authorization, body: await textOf(request) });
    const isToken = url.startsWith('/oauth');
    const status = isToken ? tokenStatus : (statuses.shift() ?? 201);
    if (status === 0) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isToken
          ? { token_type: 'Bearer', access_token: 'jeton', expires_in: '3600' }
          : status === 201
            ? { outboundSMSMessageRequest: { resourceURL: 'https://x/requests/abc-1' } }
            : { requestError: { serviceException: { messageId: 'SVC0004', text: 'secret' } } },
      ),
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const gateway = orangeGateway({
    authorization: 'Basic essai',
    sender: '+2270000',
    senderName: undefined,
    origin: `http://127.0.0.1:${port}`,
  });
  return { calls, gateway };
}
const SMS = { to: '+22790123456', text: 'Recu' };

describe('Orange', () => {
  it('is asked for a token once, then gets one request per message', async () => {
    const { calls, gateway } = await orange([]);
    expect(await gateway.send(SMS)).toEqual({ state: 'sent', reference: 'abc-1' });
    await gateway.send(SMS);
    expect(calls.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/oauth/v3/token', 'Basic essai'],
      ['/smsmessaging/v1/outbound/tel%3A%2B2270000/requests', 'Bearer jeton'],
      ['/smsmessaging/v1/outbound/tel%3A%2B2270000/requests', 'Bearer jeton'],
    ]);
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({
      outboundSMSMessageRequest: {
        address: 'tel:+22790123456',
        senderAddress: 'tel:+2270000',
        outboundSMSTextMessage: { message: 'Recu' },
      },
    });
  });
  it.each([
    [429, 'later'],
    [401, 'later'],
    [400, 'refused'],
    [500, 'unknown'],
    [0, 'unknown'],
  ])('that answers %i gives the state %s', async (status, state) => {
    const { gateway } = await orange([status]);
    const sent = await gateway.send(SMS);
    expect(sent.state).toBe(state);
    expect(JSON.stringify(sent)).not.toMatch(/secret|jeton|essai/);
  });
  it('that refuses the application has not received the message', async () => {
    const { gateway } = await orange([], 401);
    expect(await gateway.send(SMS)).toEqual({ state: 'later', cause: 'Orange refuse l’application (401)' });
  });
});
