/**
 * The SMS API of Orange for Africa and the Middle East, as its public documentation says it
 * (developer.orange.com/apis/sms): a token of an hour, then one call a message. It was never tried on the real one.
 */
import { z } from 'zod';
import type { Sent, Sms, SmsGateway } from './sms.ts';

export interface OrangeOptions {
  /** The application's header: `Basic …`. */
  authorization: string;
  /** Its number, as the country has it: `+2270000`. */
  sender: string;
  /** Name that recipients see, where Orange has registered it. */
  senderName: string | undefined;
  /** Where it answers; tests have their own. */
  origin?: string;
}

const ORIGIN = 'https://api.orange.com';
/** Beyond it a call is given up. */
const PATIENCE_MS = 15_000;
/** A token is renewed so long before it ends. */
const EARLY_MS = 60_000;

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

/** What Orange says is wrong, in a line: its name for it, never what was sent. */
async function causeOf(reply: Response): Promise<string> {
  const said = faultSchema.safeParse(await reply.json().catch(() => undefined)).data;
  const fault = said?.requestError?.serviceException ?? said?.requestError?.policyException;
  const text = fault?.messageId ?? said?.message;
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

  /** @throws Error with a cause that can be shown */
  async function present(): Promise<string> {
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
    token = { text, until: Date.now() + seconds * 1000 - EARLY_MS };
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
      bearer = await present();
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
      const said = sentSchema.safeParse(await reply.json().catch(() => undefined)).data;
      return {
        state: 'sent',
        reference: said?.outboundSMSMessageRequest?.resourceURL?.split('/').at(-1) ?? null,
      };
    }
    if (reply.status === 401) token = undefined;
    const cause = await causeOf(reply);
    // it says that it did not take it over; of a fault of its own nobody knows
    if (isBusy(reply.status) || reply.status === 401) return { state: 'later', cause };
    return { state: reply.status >= 500 ? 'unknown' : 'refused', cause };
  }
  return { nom: 'Orange SMS API', real: true, send };
}
