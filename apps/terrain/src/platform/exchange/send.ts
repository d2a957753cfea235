/** Sends what waits, in order, as often as it takes: the server answers the same however often it is asked. */
import type { Commande, CommandesBody, CommandesReply } from '@octroi/contract/terrain/commandes';
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import { call, CallError } from './call.ts';
import type { Link } from './link.ts';
import type { Log } from '../log/log.ts';
import { sign } from '../vault/signing.ts';
import { keepStanding, keepUnknown } from './standing.ts';

/** Of one batch: over 50 kB/s it is there in a second, and what was answered is not sent again. */
const BATCH = 100;
/** What is said of a command before which one is missing: it is no answer to it. */
const MISSING = 'terrain.sequence_manquante';
export const UNKNOWN_SIGNATURE = 'signature.refusee';
/** Smaller bodies are not worth packing. */
const PACKED_FROM = 1000;

async function packed(body: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/**
 * What is sent as the device, signed by its key: a session may go with it, and opens nothing. What the reply says of the device
 * is kept before anything else is done with it.
 * @throws {CallError}
 */
export async function postSigned<Reply extends Pick<CommandesReply, 'heure' | 'appareil'>>(
  link: Pick<Link, 'store' | 'clock'> & Partial<Pick<Link, 'token' | 'vault'>>,
  address: string,
  body: unknown,
): Promise<Reply> {
  const content = new TextEncoder().encode(JSON.stringify(body));
  const packs = content.length > PACKED_FROM && typeof CompressionStream === 'function';
  const sentAt = Date.now();
  const reply = await call<Reply>(address, {
    method: 'POST',
    token: link.token,
    headers: {
      'content-type': 'application/json',
      'octroi-signature': await sign(link.store, content),
      ...(packs && { 'content-encoding': 'gzip' }),
    },
    body: packs ? await packed(content) : content,
  }).catch(async (error: unknown) => {
    if (error instanceof CallError && error.code === UNKNOWN_SIGNATURE)
      await keepUnknown(link.store, link.vault);
    throw error;
  });
  await keepStanding(link.store, link.vault, reply.appareil);
  await link.clock.heard(link.store, reply.heure, sentAt);
  return reply;
}

/** What became of sending. */
interface Sent {
  /** Commands that were answered. */
  repondues: number;
  statut: StatutAppareil;
}

/**
 * Sends batch after batch until nothing waits; an empty one at least, by which the office hears of the phone and the phone
 * of what the office decided.
 * @param version of the application
 * @param onBatch told after each batch
 * @throws {CallError}
 */
export async function sendCommands(
  link: Link,
  log: Log,
  version: string,
  onBatch: () => Promise<void>,
): Promise<Sent> {
  let repondues = 0;
  for (;;) {
    const { commands, total } = await log.waiting(BATCH);
    const body = bodyOf(link, version, commands, total);
    const reply = await postSigned<CommandesReply>(link, '/v2/terrain/commandes', body);
    const answered = reply.data.filter(({ code }) => code !== MISSING);
    await log.answered(answered, reply.heure);
    repondues += answered.length;
    const { statut, dernierSequence } = reply.appareil;
    const expected = dernierSequence + 1;
    // the server was brought back from a backup, or something was lost on the way: it is told anew what it lacks
    const again = expected < (commands[0]?.sequence ?? (await log.next())) ? await log.resend(expected) : 0;
    if (answered.length > 0 || again > 0) await onBatch();
    const left = total - answered.length + again;
    if (left === 0 || answered.length + again === 0) return { repondues, statut };
  }
}

const bodyOf = (link: Link, version: string, commandes: Commande[], total: number): CommandesBody => ({
  appareil: link.appareil,
  version,
  enAttente: total - commandes.length,
  horloge: new Date().toISOString(),
  commandes,
});

/** Sends the photos that wait, each until it is acknowledged. @throws {CallError} */
export async function sendPhotos({ store, vault, token }: Link): Promise<void> {
  for (const { empreinte, scelle } of await store.photos.where('envoyee').equals(0).toArray()) {
    const body = await vault.unsealBytes(scelle, `photo/${empreinte}`);
    const headers = { 'content-type': 'image/jpeg' };
    await call(`/v2/terrain/photos/${empreinte}`, { method: 'PUT', token, headers, body });
    await store.photos.update(empreinte, { envoyee: 1 });
  }
}
