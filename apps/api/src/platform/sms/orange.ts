/**
 * The SMS API of Orange for Africa and the Middle East, from its public documentation (developer.orange.com/apis/sms):
 * a token for an hour, then one request per message. Never tested with the real service.
 */
import { z } from 'zod';
import type { Sent, Sms, SmsGateway } from './sms.ts';

export interface OrangeOptions {
  /** Authorization header of the application: `Basic …`. */
  authorization: string;
  /** Number of the sender, with its country code: `+2270000`. */
  sender: string;
  /** Name shown to recipients, if registered with Orange. */
  senderName: string | undefined;
  /** Base URL; tests use their own. */
  origin?: string;
}

const ORIGIN = 'https://api.orange.com';
/** Timeout of a request. */
const PATIENCE_MS = 15_000;
/** A token is renewed this long before it expires. */
const RENEWAL_MS = 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
const sentSchema = z.object({
  outboundSMSMessageRequest: z.object({ resourceURL: z.string().optional() }).optional(),
});
const faultSchema = z.object({
  requestError: z
    .object({
      serviceException: z
        .object({ text: z.string().optional(), messageId: z.string().optional() })
        .optional(),
      policyException: z.object({ text: z.string().optional(), messageId: z.string().optional() }).optional(),
    })
    .optional(),
  message: z.string().optional(),
});

/** Orange's error code in one line, without the sent content. */
async function causeOf(reply: Response): Promise<string> {
  const body = faultSchema.safeParse(await reply.json().catch(() => undefined)).data;
  const fault = body?.requestError?.serviceException ?? body?.requestError?.policyException;
  const text = fault?.messageId ?? body?.message;
  return `Orange répond ${reply.status}${text ? ` (${text.slice(0, 80)})` : ''}`;
}

const isBusy = (status: number): boolean => status === 429 || status === 503;

export function orangeGateway({
  authorization,
  sender,
  senderName,
  origin = ORIGIN,
}: OrangeOptions): SmsGateway {
  let token: { text: string; until: number } | undefined;

  const post = (path: string, headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });

  /** @throws Error with a message that can be shown */
  async function currentToken(): Promise<string> {
    if (token && Date.now() < token.until) return token.text;
    const reply = await post(
      '/oauth/v3/token',
      { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      'grant_type=client_credentials',
    ).catch(() => {
      throw new Error('Orange ne répond pas');
    });
    if (!reply.ok) throw new Error(`Orange refuse l’application (${reply.status})`);
    const { access_token: text, expires_in: seconds } = tokenSchema.parse(await reply.json());
    token = { text, until: Date.now() + seconds * 1000 - RENEWAL_MS };
    return text;
  }

  function bodyOf({ to, text }: Sms): string {
    return JSON.stringify({
      outboundSMSMessageRequest: {
        address: `tel:${to}`,
        senderAddress: `tel:${sender}`,
        ...(senderName ? { senderName } : {}),
        outboundSMSTextMessage: { message: text },
      },
    });
  }

  async function send(sms: Sms): Promise<Sent> {
    let bearer: string;
    try {
      bearer = await currentToken();
    } catch (error) {
      return {
        state: 'later',
        cause: error instanceof z.ZodError ? 'Réponse inattendue d’Orange' : String((error as Error).message),
      };
    }
    let reply: Response;
    try {
      reply = await post(
        `/smsmessaging/v1/outbound/${encodeURIComponent(`tel:${sender}`)}/requests`,
        { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        bodyOf(sms),
      );
    } catch {
      return { state: 'unknown', cause: 'Orange n’a pas répondu : peut-être parti, donc pas renvoyé' };
    }
    if (reply.status === 201) {
      const body = sentSchema.safeParse(await reply.json().catch(() => undefined)).data;
      return {
        state: 'sent',
        reference: body?.outboundSMSMessageRequest?.resourceURL?.split('/').at(-1) ?? null,
      };
    }
    if (reply.status === 401) token = undefined;
    const cause = await causeOf(reply);
    // these statuses say that it was not accepted; after a server error nobody knows
    if (isBusy(reply.status) || reply.status === 401) return { state: 'later', cause };
    return { state: reply.status >= 500 ? 'unknown' : 'refused', cause };
  }
  return { nom: 'Orange SMS API', real: true, send };
}
